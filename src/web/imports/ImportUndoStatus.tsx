import { Text } from '@mantine/core';
import { countText } from '#shared/core/words.ts';
import type { ImportRun } from '#shared/imports/runs.ts';
import { useMomentFormatter } from '#web/core/days.ts';
import { RowsNotUndone } from './RowsNotUndone.tsx';

/** Time until which an import can be undone or, after an undo, its result and the kept rows. */
export function ImportUndoStatus({ run }: { run: ImportRun }) {
  const momentText = useMomentFormatter();
  if (run.isBeingUndone)
    return (
      <Text size="sm" role="status">
        Undo in progress.
      </Text>
    );
  return (
    <>
      {run.undoError !== null && (
        <Text size="sm" c="red" role="alert">
          {run.undoError}
        </Text>
      )}
      {run.undoReport !== null && (
        <>
          <Text size="sm">
            {countText(run.undoReport.removed, 'row')} removed,{' '}
            {countText(run.undoReport.restored, 'row')} restored,{' '}
            {countText(run.undoReport.kept, 'row')} kept.
          </Text>
          <RowsNotUndone report={run.undoReport} />
        </>
      )}
      {run.undoableUntil !== null && (
        <Text size="sm" c="dimmed">
          You can undo it until {momentText(run.undoableUntil)}.
        </Text>
      )}
    </>
  );
}
