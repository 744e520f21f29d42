import { Button, Group, Text } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import type { RiskRow } from '#shared/risk/rows.ts';
import { AddNoteButton } from '#web/work/AddNoteButton.tsx';
import { AddTaskButton } from '#web/work/AddTaskButton.tsx';
import { AssignMenu } from '#web/work/AssignMenu.tsx';
import { OutcomeMenu } from '#web/work/OutcomeMenu.tsx';
import { SnoozeMenu } from '#web/work/SnoozeMenu.tsx';

/** As many as one call changes. */
const most = 500;

interface Properties {
  rows: readonly RiskRow[];
  onDone: () => void;
  onTriage: (rows: readonly RiskRow[]) => void;
}

/** What can be done with the selected customers: all of it with one, and what makes sense for many with many. */
export function RiskBulkActions({ rows, onDone, onTriage }: Properties) {
  const institutionIds = rows.map((row) => row.institutionId);
  const only = rows.length === 1 ? rows[0] : undefined;
  if (rows.length > most) return <Text size="sm">Select at most {most} to change them together.</Text>;
  return (
    <Group gap="xs" data-guide="at-risk-actions">
      <AssignMenu institutionIds={institutionIds} onDone={onDone} />
      <SnoozeMenu institutionIds={institutionIds} onDone={onDone} />
      {only === undefined ? (
        <Button size="xs" variant="default" leftSection={<IconPlayerPlay size={14} />} onClick={() => onTriage(rows)}>
          Triage these
        </Button>
      ) : (
        <>
          <OutcomeMenu institutionId={only.institutionId} onDone={onDone} />
          <AddNoteButton institutionId={only.institutionId} institutionName={only.institutionName} />
          <AddTaskButton institutionId={only.institutionId} institutionName={only.institutionName} />
        </>
      )}
    </Group>
  );
}
