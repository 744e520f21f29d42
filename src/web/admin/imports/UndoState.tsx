import { Text } from '@mantine/core';
import type { ImportRun } from '#shared/admin/imports/runs.ts';
import { useMomentText } from '#web/core/days.ts';

/** Until when an import can be undone, or what came of undoing it. */
export function UndoState({ run }: { run: ImportRun }) {
  const momentText = useMomentText();
  if (run.isBeingUndone)
    return (
      <Text size="sm" role="status">
        It is being undone.
      </Text>
    );
  return (
    <>
      {run.undoError !== null && (
        <Text size="sm" c="red" role="alert">
          {run.undoError}
        </Text>
      )}
      {run.undoableUntil !== null && (
        <Text size="sm" c="dimmed">
          It can be undone until {momentText(run.undoableUntil)}.
        </Text>
      )}
    </>
  );
}
