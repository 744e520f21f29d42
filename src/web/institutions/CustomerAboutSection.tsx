import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconCalendarPlus, IconPhone, IconWorld } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { phoneLink, webLink } from '#shared/core/links.ts';
import type { Bio } from '#shared/core/provider-answers.ts';
import { countText } from '#shared/core/words.ts';
import { genericBio, shortenBio } from '#shared/institutions/bio.ts';
import { useProviderNames } from '#web/core/settings.ts';
import { OptionalLink } from '#web/ui/OptionalLink.tsx';
import { bioQuery } from './data.ts';

interface Properties {
  institutionId: number;
  name: string;
  locations: number;
  /** Additional content of the line with the id and contact links. */
  children?: ReactNode;
}

/** Bio and contact links of a customer from the places directory. */
export function CustomerAboutSection({ institutionId, name, locations, children }: Properties) {
  const { placesProvider } = useProviderNames();
  const bio = useQuery(bioQuery(institutionId, placesProvider));
  return (
    <Stack gap="xs">
      <BioText bio={bio.data} isPending={bio.isPending} name={name} locations={locations} />
      <Group gap="md">
        <Text size="sm" c="dimmed">
          ID: {institutionId}
        </Text>
        <ContactLinks bio={bio.data} />
        {bio.data?.attribution && (
          <Text size="sm" c="dimmed">
            Contact data: <span translate="no">{bio.data.attribution}</span>
          </Text>
        )}
        {children}
      </Group>
    </Stack>
  );
}

/** Button that opens the practice's booking page. Renders nothing without a valid web address. */
export function BookOnlineButton({ link }: { link: string | null }) {
  const booking = webLink(link);
  if (booking === undefined) return null;
  return (
    <Button
      component="a"
      href={booking}
      target="_blank"
      rel="noopener noreferrer"
      data-guide="book-online"
      size="xs"
      variant="default"
      leftSection={<IconCalendarPlus size={14} />}
    >
      Book Online
    </Button>
  );
}

function BioText({
  bio,
  isPending,
  name,
  locations,
}: {
  bio: Bio | undefined;
  isPending: boolean;
  name: string;
  locations: number;
}) {
  if (isPending) {
    return (
      // Reserves the height of a typical bio, so that the page does not jump.
      <Text size="sm" c="dimmed" role="status" mih="calc(2 * var(--mantine-line-height-sm) * 1em)">
        Loading practice information...
      </Text>
    );
  }
  const text = bio?.bio ? shortenBio(bio.bio, name) : '';
  return (
    <Text size="sm" maw="75ch">
      {text === '' ? genericBio(name, locations) : text}
      {bio?.rating != null && (
        <Text span inherit c="dimmed">
          {' '}
          <span aria-hidden>★</span> {bio.rating.toFixed(1)} out of 5 (
          {countText(bio.totalRatings ?? 0, 'review')})
        </Text>
      )}
    </Text>
  );
}

function ContactLinks({ bio }: { bio: Bio | undefined }) {
  const website = webLink(bio?.website);
  return (
    <>
      {bio?.phone && (
        <OptionalLink size="sm" href={phoneLink(bio.phone)}>
          <Group gap={4} component="span">
            <IconPhone size={14} aria-hidden /> {bio.phone}
          </Group>
        </OptionalLink>
      )}
      {website !== undefined && (
        <Anchor size="sm" href={website} target="_blank" rel="noopener noreferrer">
          <Group gap={4} component="span">
            <IconWorld size={14} aria-hidden /> Website
          </Group>
        </Anchor>
      )}
    </>
  );
}
