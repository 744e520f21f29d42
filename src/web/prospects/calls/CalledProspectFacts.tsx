import { Anchor, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import { phoneLink } from '#shared/core/links.ts';
import { paths } from '#shared/core/pages/paths.ts';
import { prospectKeyOf } from '#shared/core/pages/prospect-key.ts';
import { countText } from '#shared/core/words.ts';
import type { CalledProspect } from '#shared/prospects/calls/calls.ts';
import type { ListedProspect } from '#shared/prospects/rows.ts';
import { useMomentDayFormatter } from '#web/core/days.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { OptionalLink } from '#web/ui/OptionalLink.tsx';

/** Facts that a caller needs: phone number, score, stage, nearest customer and newest note. */
export function CalledProspectFacts({ prospect, lastNote }: CalledProspect) {
  const dayText = useMomentDayFormatter();
  const { name, businessType, address, phone, score, nearestCustomer, nearestMiles } = prospect;
  return (
    <Paper p="md" bg="var(--surface)" data-guide="call-facts" style={{ overflowWrap: 'anywhere' }}>
      <Stack gap="xs">
        <Title order={2} size="h3">
          <Anchor component={Link} to={paths.prospect(prospectKeyOf(prospect))} inherit c="inherit">
            {name}
          </Anchor>
        </Title>
        <Text c="dimmed">{[businessType, address].filter((part) => part !== '').join(' · ')}</Text>
        {phone !== null && (
          <Text size="xl" fw={650}>
            <OptionalLink href={phoneLink(phone)}>{phone}</OptionalLink>
          </Text>
        )}
        <Group gap="xs">
          <Text size="sm">
            Score {score} of 100 <MetricInfo metric="prospectScore" />
          </Text>
          <Text size="sm">· {stageText(prospect)}</Text>
        </Group>
        <Text size="sm">
          {[
            prospect.ehr ?? 'EHR unknown',
            prospect.locationCount === null
              ? 'locations unknown'
              : countText(prospect.locationCount, 'location'),
            prospect.owner === null ? 'unassigned' : `owner ${prospect.owner.name}`,
          ].join(', ')}
        </Text>
        {nearestCustomer !== null && nearestMiles !== null && (
          <Text size="sm">
            {prospect.isPlacedByZip && 'About '}
            {nearestMiles.toFixed(1)} miles from our customer {nearestCustomer.institutionName}
          </Text>
        )}
        {prospect.duplicateOf !== null && (
          <Text size="sm">Possible duplicate of {prospect.duplicateOf.name}</Text>
        )}
        <Text size="sm" fw={600}>
          Last note
        </Text>
        {lastNote === null ? (
          <Text size="sm" c="dimmed">
            No notes yet.
          </Text>
        ) : (
          <div>
            <Text size="xs" c="dimmed">
              {lastNote.by.name}, {dayText(lastNote.at)}
            </Text>
            <Text size="sm" lineClamp={8} style={{ whiteSpace: 'pre-wrap' }}>
              {lastNote.text}
            </Text>
          </div>
        )}
      </Stack>
    </Paper>
  );
}

export const stageText = ({ stage, lostReason, daysInStage }: ListedProspect): string =>
  `${stage}${lostReason === null ? '' : ` (${lostReason})`} for ${countText(daysInStage, 'day')}`;
