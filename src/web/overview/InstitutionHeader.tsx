import { Anchor, Button, CloseButton, Group, Stack, Title } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { Link } from 'react-router';
import { paths } from '#shared/core/paths.ts';
import { About, BookOnlineButton } from '#web/institutions/About.tsx';
import { OwnerLine } from '#web/institutions/OwnerLine.tsx';
import { AddNoteButton } from '#web/work/AddNoteButton.tsx';
import { AddTaskButton } from '#web/work/AddTaskButton.tsx';

interface Properties {
  institutionId: number;
  name: string;
  locations: number;
  bookingLink: string | null;
  onClose: () => void;
}

/** The head of a customer's dialog. */
export function InstitutionHeader({ institutionId, name, locations, bookingLink, onClose }: Properties) {
  const overview = paths.institutionOverview(institutionId);
  return (
    <Stack gap="xs">
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap="sm">
        <Title order={2} size="h3" style={{ overflowWrap: 'anywhere' }}>
          <Anchor component={Link} to={overview} onClick={onClose} inherit c="inherit">
            {name}
          </Anchor>
        </Title>
        <CloseButton aria-label="Close" onClick={onClose} />
      </Group>
      <About institutionId={institutionId} name={name} locations={locations}>
        <OwnerLine institutionId={institutionId} />
      </About>
      <Group gap="xs">
        <Button component={Link} to={overview} onClick={onClose} size="xs" variant="light" leftSection={<IconExternalLink size={14} />}>
          Full View
        </Button>
        <BookOnlineButton link={bookingLink} />
        <AddTaskButton institutionId={institutionId} institutionName={name} />
        <AddNoteButton institutionId={institutionId} institutionName={name} />
      </Group>
    </Stack>
  );
}
