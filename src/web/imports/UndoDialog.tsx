import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { countText } from '#shared/core/words.ts';
import { type ImportRun, postImportUndo } from '#shared/imports/runs.ts';
import { type UndoReport, wouldUndoChangeNothing } from '#shared/imports/undo.ts';
import { call } from '#web/core/api.ts';
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { LoadingSkeleton, SkeletonRows } from '#web/ui/page/LoadingSkeleton.tsx';
import { errorText } from '#web/ui/sending/error-text.ts';
import { importRunsQuery, importUndoPreviewQuery } from './data.ts';
import { RowsNotUndone } from './RowsNotUndone.tsx';

/** Dialog that shows the effect of an undo and starts the undo. */
export function UndoDialog({ run, onClose }: { run: ImportRun; onClose: () => void }) {
  useFocusBack();
  const client = useQueryClient();
  const would = useQuery(importUndoPreviewQuery(run.importId));
  const isRefused = would.data !== undefined && wouldUndoChangeNothing(would.data);
  const undo = useMutation({
    mutationFn: () =>
      call(postImportUndo, {
        params: { importId: run.importId },
        body: { leavesChanged: (would.data?.kept ?? 0) > 0 },
      }),
    onSuccess: onClose,
    onSettled: () => client.invalidateQueries({ queryKey: importRunsQuery.queryKey }),
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Undo ${run.source}?`}
      size="md"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="sm">
        {would.error !== null && (
          <ErrorState
            title="This import can’t be undone"
            error={would.error}
            onRetry={() => void would.refetch()}
          />
        )}
        {would.data === undefined && would.error === null && (
          <LoadingSkeleton label="Checking for later changes">
            <SkeletonRows rows={3} />
          </LoadingSkeleton>
        )}
        {would.data !== undefined && <Would report={would.data} />}
        {undo.error !== null && (
          <Text size="sm" c="red" role="alert">
            {errorText(undo.error)}
          </Text>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {isRefused ? 'Close' : 'Keep import'}
          </Button>
          {!isRefused && (
            <Button
              color="red.9"
              loading={undo.isPending}
              disabled={would.data === undefined}
              onClick={() => undo.mutate()}
            >
              {would.data !== undefined && would.data.kept > 0 ? 'Undo the rest' : 'Undo import'}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}

function whatChanges({ removed, restored }: UndoReport): string {
  const changes = [
    ...(removed > 0
      ? [`${countText(removed, 'added row')} ${removed === 1 ? 'is' : 'are'} removed`]
      : []),
    ...(restored > 0
      ? [`${countText(restored, 'changed row')} ${restored === 1 ? 'is' : 'are'} restored`]
      : []),
  ];
  return changes.length === 0 ? 'No row is removed or restored.' : `${changes.join(', and ')}.`;
}

function Would({ report }: { report: UndoReport }) {
  if (wouldUndoChangeNothing(report))
    return (
      <>
        <Text size="sm">
          This import can’t be undone now:{' '}
          {report.kept === 1
            ? 'its one row was'
            : `all of its ${countText(report.kept, 'row')} were`}{' '}
          changed or used after the import. Undo later imports first.
        </Text>
        <RowsNotUndone report={report} />
      </>
    );
  return (
    <>
      <Text size="sm">
        {whatChanges(report)} Official weeks that were closed after the import are scored again.
        Edits that users make during the undo are kept and listed.
      </Text>
      {report.kept > 0 && (
        <>
          <Text size="sm">
            {countText(report.kept, 'row')} {report.kept === 1 ? 'stays' : 'stay'} as{' '}
            {report.kept === 1 ? 'it is' : 'they are'}. To undo all rows, undo later imports first.
          </Text>
          <RowsNotUndone report={report} />
        </>
      )}
    </>
  );
}
