import { Anchor, Button, List, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { countText } from '#shared/core/words.ts';
import type { LiveFacts } from '#shared/prospects/places.ts';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { liveFactsQuery } from './data.ts';

/** Facts of a prospect's place in Google Maps, loaded on request and not stored. */
export function LiveFactsSection({ prospectId }: { prospectId: number }) {
  const [isShown, setShown] = useState(false);
  const live = useQuery({ ...liveFactsQuery(prospectId), enabled: isShown });
  return (
    <Paper
      component="section"
      aria-label="Live from Google Maps, not stored"
      p="md"
      data-guide="prospect-live"
      style={{ border: '1px dashed var(--mantine-color-default-border)' }}
    >
      <Title order={2} size="h4" mb="xs">
        Live from Google Maps, not stored
      </Title>
      <Stack gap="xs" align="flex-start">
        <Text size="sm" c="dimmed">
          These facts are for reading only. They don’t count for the score, lists, exports or the
          assistant.
        </Text>
        {live.data === undefined && live.error === null && (
          <Button
            size="xs"
            variant="default"
            loading={live.isFetching}
            onClick={() => setShown(true)}
          >
            Load facts
          </Button>
        )}
        {live.error !== null && (
          <ErrorState
            title="Couldn’t load the facts"
            error={live.error}
            onRetry={() => void live.refetch()}
          />
        )}
        {live.data?.facts === null && (
          <Text size="sm">Google Maps no longer knows this place.</Text>
        )}
        {live.data?.facts != null && <Facts facts={live.data.facts} />}
        {live.data?.facts?.url != null && (
          <OutsideLink href={live.data.facts.url}>Open in Google Maps</OutsideLink>
        )}
        {live.data !== undefined && (
          <Text size="sm" fw={500}>
            {live.data.attribution}
          </Text>
        )}
      </Stack>
    </Paper>
  );
}

function Facts({ facts }: { facts: LiveFacts }) {
  const { name, address, businessType, phone, website, rating, totalRatings } = facts;
  const { openingHours } = facts;
  return (
    <Stack component="dl" gap={6} m={0}>
      <Fact name="Name">{name}</Fact>
      <Fact name="Address">{address}</Fact>
      <Fact name="Type">{businessType}</Fact>
      <Fact name="Phone">{phone}</Fact>
      <Fact name="Website">
        {website !== null && <OutsideLink href={website}>{website}</OutsideLink>}
      </Fact>
      <Fact name="Rating">
        {rating !== null &&
          `${rating.toFixed(1)} of 5${totalRatings === null ? '' : `, ${countText(totalRatings, 'rating')}`}`}
      </Fact>
      <Fact name="Hours">
        {openingHours !== null && (
          <List size="sm" listStyleType="none">
            {openingHours.map((line) => (
              <List.Item key={line}>{line}</List.Item>
            ))}
          </List>
        )}
      </Fact>
    </Stack>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    children !== null &&
    children !== '' &&
    children !== false && (
      <div>
        <Text component="dt" size="xs" c="dimmed">
          {name}
        </Text>
        <Text component="dd" size="sm" m={0} style={{ overflowWrap: 'anywhere' }}>
          {children}
        </Text>
      </div>
    )
  );
}

/** Link to an address that another system gave. Any other scheme than http(s) is shown as text. */
function OutsideLink({ href, children }: { href: string; children: string }) {
  return /^https?:\/\//.test(href) ? (
    <Anchor href={href} target="_blank" rel="noopener noreferrer" size="sm">
      {children}
    </Anchor>
  ) : (
    <Text span size="sm">
      {children}
    </Text>
  );
}
