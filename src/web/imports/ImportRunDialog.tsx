import { Anchor, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { defaultExternalSource } from '#shared/imports/report.ts';
import { importKindNames, runStateNames } from '#shared/imports/run-columns.ts';
import type { ImportRun } from '#shared/imports/runs.ts';
import { useMomentFormatter } from '#web/core/days.ts';
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts';
import { ImportRowCounts, RejectedRowsAndCells } from './ImportRowCounts.tsx';
import { ImportUndoStatus } from './ImportUndoStatus.tsx';
import { UndoDialog } from './UndoDialog.tsx';

/** Dialog with the details of an import and its undo. */
export function ImportRunDialog({ run, onClose }: { run: ImportRun; onClose: () => void }) {
  useFocusBack();
  const momentText = useMomentFormatter();
  const [isUndoing, setUndoing] = useState(false);
  if (isUndoing) return <UndoDialog run={run} onClose={() => setUndoing(false)} />;
  return (
    <Modal
      opened
      onClose={onClose}
      title={run.source}
      size="xl"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="sm">
        <Text size="sm">
          {importKindNames[run.kind]}
          {run.externalSource !== defaultExternalSource && ` of ${run.externalSource}`}.{' '}
          {runStateNames[run.state]}. Began {momentText(run.startedAt)}
          {run.finishedAt !== null && `, ended ${momentText(run.finishedAt)}`}.
        </Text>
        {run.error !== null && (
          <Text size="sm" c="red" style={{ overflowWrap: 'anywhere' }}>
            {run.error}
          </Text>
        )}
        {run.report !== null && <ImportRowCounts report={run.report} isDone />}
        {run.report !== null && <RejectedRowsAndCells report={run.report} upload={null} />}
        <ImportUndoStatus run={run} />
        <Group justify="space-between">
          {run.uploadId === null ? (
            <span />
          ) : (
            <Anchor component={Link} to={`?part=imports&upload=${run.uploadId}`} size="sm">
              Open the file
            </Anchor>
          )}
          {run.undoableUntil !== null && !run.isBeingUndone && (
            <Button variant="default" onClick={() => setUndoing(true)}>
              Undo this import
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
