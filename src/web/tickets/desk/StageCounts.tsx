import { Group, Text } from '@mantine/core';
import { numberText } from '#shared/core/words.ts';
import type { ListedTicket } from '#shared/tickets/desk.ts';
import { RowsLink } from '#web/ui/rows/RowsLink.tsx';

/** Number of open tickets in each stage; each number filters the list. */
export function StageCounts({ rows }: { rows: readonly ListedTicket[] | undefined }) {
  if (rows === undefined || rows.length === 0) return null;
  const counts = Map.groupBy(rows, ({ stage }) => stage);
  return (
    <Group gap="md" data-guide="ticket-stages">
      <Stage name="Open" count={rows.length} />
      {[...counts].map(([stage, own]) => (
        <Stage key={stage} name={stage} count={own.length} stage={stage} />
      ))}
    </Group>
  );
}

function Stage({ name, count, stage }: { name: string; count: number; stage?: string }) {
  const isOpen = { column: 'isOpen', kind: 'is', value: true } as const;
  return (
    <Text size="sm">
      {name}{' '}
      <RowsLink
        filters={
          stage === undefined
            ? [isOpen]
            : [isOpen, { column: 'stage', kind: 'one-of', values: [stage] }]
        }
        fw={600}
        of={name}
      >
        {numberText(count)}
      </RowsLink>
    </Text>
  );
}
