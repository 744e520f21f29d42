import { Anchor, Button, CloseButton, Group, Stack, Text, Title } from '@mantine/core';
import { IconCalendarPlus, IconExternalLink, IconPhone, IconWorld } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { genericBio, shortBio, webAddress } from '#shared/bio.ts';
import type { Bio } from '#shared/institutions.ts';
import { paths } from '#shared/paths.ts';
import { useProviderWords } from '#web/shell/settings.ts';
import { PageTitle } from '#web/ui/PageTitle.tsx';
import { bioQuery } from './detail-data.ts';
import { OwnerLine } from './OwnerLine.tsx';
import { AddNoteButton } from './work/AddNoteButton.tsx';
import { AddTaskButton } from './work/AddTaskButton.tsx';

interface Properties {
  institutionId: number;
  name: string;
  locations: number;
  bookingLink: string | null;
  onClose: (() => void) | undefined;
}

export function InstitutionHeader({ institutionId, name, locations, bookingLink, onClose }: Properties) {
  const { placesProvider } = useProviderWords();
  const bio = useQuery(bioQuery(institutionId, placesProvider));
  const overview = paths.institutionOverview(institutionId);
  const booking = webAddress(bookingLink);
  return (
    <Stack gap="xs">
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap="sm">
        {onClose === undefined ? (
          <PageTitle size="h3">{name}</PageTitle>
        ) : (
          <Title order={2} size="h3" style={{ overflowWrap: 'anywhere' }}>
            <Anchor component={Link} to={overview} onClick={onClose} inherit c="inherit">
              {name}
            </Anchor>
          </Title>
        )}
        {onClose !== undefined && <CloseButton aria-label="Close" onClick={onClose} />}
      </Group>
      <BioText bio={bio.data} isPending={bio.isPending} name={name} locations={locations} />
      <Group gap="md">
        <Text size="sm" c="dimmed">
          ID: {institutionId}
        </Text>
        <ContactLinks bio={bio.data} />
        <OwnerLine institutionId={institutionId} />
      </Group>
      <Group gap="xs">
        {onClose !== undefined && (
          <Button component={Link} to={overview} onClick={onClose} size="xs" variant="light" leftSection={<IconExternalLink size={14} />}>
            Full View
          </Button>
        )}
        {booking !== undefined && (
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
        )}
        <AddTaskButton institutionId={institutionId} institutionName={name} />
        <AddNoteButton institutionId={institutionId} institutionName={name} />
      </Group>
    </Stack>
  );
}

function BioText({ bio, isPending, name, locations }: { bio: Bio | undefined; isPending: boolean; name: string; locations: number }) {
  if (isPending) {
    return (
      <Text size="sm" c="dimmed" role="status">
        Loading practice information...
      </Text>
    );
  }
  const text = bio?.bio ? shortBio(bio.bio, name) : '';
  return (
    <Text size="sm" maw="75ch">
      {text === '' ? genericBio(name, locations) : text}
      {bio?.rating != null && (
        <Text span inherit c="dimmed">
          {' '}
          <span aria-hidden>★</span> {bio.rating.toFixed(1)} out of 5 ({(bio.totalRatings ?? 0).toLocaleString('en-US')} reviews)
        </Text>
      )}
    </Text>
  );
}

function ContactLinks({ bio }: { bio: Bio | undefined }) {
  const website = webAddress(bio?.website);
  return (
    <>
      {bio?.phone && (
        <Anchor size="sm" href={`tel:${bio.phone.replace(/[^\d+]/g, '')}`}>
          <Group gap={4} component="span">
            <IconPhone size={14} aria-hidden /> {bio.phone}
          </Group>
        </Anchor>
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
