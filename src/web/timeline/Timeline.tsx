import '@mantine/core/styles/Chip.css';
import { Button, Chip, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  maxTimelineSearchLength,
  type TimelineKind,
  timelineKinds,
} from '#shared/timeline/timeline.ts';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { NoteForm } from '#web/work/NoteForm.tsx';
import { timelineQuery } from './data.ts';
import { TimelineItem } from './TimelineItem.tsx';
import classes from './timeline.module.css';

const kindNames: Record<TimelineKind, string> = {
  note: 'Notes',
  task: 'Tasks',
  risk: 'Risk',
  score: 'Scores',
  ticket: 'Tickets',
  owner: 'Owners',
  milestone: 'Milestones',
};

const searchDelay = 250;

/** Events of one institution, newest first, with search, filters and a form for a new note. */
export function Timeline({ institutionId }: { institutionId: number }) {
  const [kinds, setKinds] = useState<TimelineKind[]>([]);
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), searchDelay);
  const stream = useInfiniteQuery(timelineQuery(institutionId, { kinds, search }));
  const entries = stream.data?.pages.flatMap((page) => page.rows) ?? [];
  const isFiltered = kinds.length > 0 || search !== '';
  const clear = () => {
    setKinds([]);
    setTyped('');
  };
  return (
    <Stack gap="md">
      <NoteForm institutionId={institutionId} />
      <Stack gap="xs">
        <TextInput
          aria-label="Search the timeline"
          placeholder="Search the timeline"
          type="search"
          leftSection={<IconSearch size={16} aria-hidden />}
          value={typed}
          maxLength={maxTimelineSearchLength}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Chip.Group
          multiple
          value={kinds}
          onChange={(values) => setKinds(timelineKinds.filter((kind) => values.includes(kind)))}
        >
          <Group gap={6} role="group" aria-label="Filter by type">
            {timelineKinds.map((kind) => (
              <Chip key={kind} value={kind} size="xs" variant="outline">
                {kindNames[kind]}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
      </Stack>
      {stream.isPending && <Placeholder />}
      {stream.isError && (
        <ErrorState
          title="Couldn’t load timeline"
          error={stream.error}
          onRetry={() => void stream.refetch()}
        />
      )}
      {stream.isSuccess && entries.length === 0 && (
        <Empty isFiltered={isFiltered} onClear={clear} />
      )}
      {entries.length > 0 && (
        <ol className={classes.entries} aria-label="Timeline" aria-busy={stream.isPlaceholderData}>
          {entries.map((entry) => (
            <TimelineItem key={entry.id} institutionId={institutionId} entry={entry} />
          ))}
        </ol>
      )}
      {stream.hasNextPage && (
        <Button
          variant="subtle"
          size="xs"
          loading={stream.isFetchingNextPage}
          onClick={() => void stream.fetchNextPage()}
        >
          Show older
        </Button>
      )}
    </Stack>
  );
}

function Empty({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (!isFiltered) return <Text c="dimmed">No events yet. Add the first note above.</Text>;
  return (
    <Group gap="sm">
      <Text c="dimmed">No matching events.</Text>
      <Button size="compact-sm" variant="subtle" onClick={onClear}>
        Clear filters
      </Button>
    </Group>
  );
}

function Placeholder() {
  return (
    <Stack gap="md" role="status" aria-label="Loading timeline">
      {[0, 1, 2, 3].map((row) => (
        <Group key={row} gap="sm" wrap="nowrap">
          <Skeleton circle height={28} />
          <Skeleton height={32} />
        </Group>
      ))}
    </Stack>
  );
}
