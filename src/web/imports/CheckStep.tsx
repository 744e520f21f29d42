import { Alert, Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { countText } from '#shared/core/words.ts';
import type { ImportReport } from '#shared/imports/report.ts';
import { importKindNames } from '#shared/imports/run-columns.ts';
import { postImportPlan, postImportStart, type Upload } from '#shared/imports/wizard.ts';
import { call } from '#web/core/api.ts';
import { errorText } from '#web/ui/sending/error-text.ts';
import { uploadQuery } from './data.ts';
import { ImportQuestionForm } from './ImportQuestionForm.tsx';
import { ColumnNotes, ImportRowCounts, RejectedRowsAndCells } from './ImportRowCounts.tsx';
import { useAcceptance } from './use-acceptance.ts';
import { currentPlan, isCheckOutdated } from './use-draft.ts';
import { ValuesToMap } from './ValuesToMap.tsx';

/** Wizard step with the result of the check and the confirmation of the import. */
export function CheckStep({ upload, onBack }: { upload: Upload; onBack: () => void }) {
  const client = useQueryClient();
  const [isAccepted, setAccepted] = useAcceptance();
  const query = uploadQuery(upload.uploadId);
  const start = useMutation({
    mutationFn: () =>
      call(postImportStart, {
        params: { uploadId: upload.uploadId },
        body: { version: upload.version },
      }),
    onSuccess: (changed) => client.setQueryData(query.queryKey, changed),
    onError: () => client.invalidateQueries({ queryKey: query.queryKey }),
  });
  const check = useMutation({
    mutationFn: async () => {
      const plan = currentPlan(upload);
      return plan === null
        ? upload
        : call(postImportPlan, {
            params: { uploadId: upload.uploadId },
            body: { ...plan, version: upload.version },
          });
    },
    onSuccess: (changed) => client.setQueryData(query.queryKey, changed),
    onError: () => client.invalidateQueries({ queryKey: query.queryKey }),
  });
  const { report, warning, question } = upload;
  if (report === null) return null;
  const plan = currentPlan(upload);
  const isOutdated = isCheckOutdated(upload);
  const problem = start.error ?? check.error;
  const toWrite = report.added + report.changed;
  return (
    <Stack gap="md">
      <Text>{summary(upload, report)} No data has been changed yet.</Text>
      <ImportRowCounts report={report} isDone={false} />
      {report.notes.map((note) => (
        <Text size="sm" key={note}>
          {note}
        </Text>
      ))}
      <ColumnNotes report={report} />
      {warning !== null && (
        <Alert color="orange" title="Check this file before you import it">
          <Stack gap="xs">
            <Text size="sm" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
              {warning}
            </Text>
            {question !== null && <ImportQuestionForm upload={upload} question={question} />}
            {question === null && toWrite > 0 && (
              <Checkbox
                label="Import the usable rows anyway"
                checked={isAccepted}
                onChange={(event) => setAccepted(event.currentTarget.checked)}
              />
            )}
          </Stack>
        </Alert>
      )}
      {plan !== null && <ValuesToMap upload={upload} plan={plan} />}
      {isOutdated && (
        <Text size="sm" role="status">
          Your choices have changed since this check.
        </Text>
      )}
      {problem !== null && (
        <Text size="sm" c="red" role="alert">
          {errorText(problem)}
        </Text>
      )}
      <Group>
        {isOutdated ? (
          <Button
            onClick={() => {
              setAccepted(false);
              check.mutate();
            }}
            loading={check.isPending}
          >
            Check again
          </Button>
        ) : (
          question === null && (
            <Button
              onClick={() => start.mutate()}
              loading={start.isPending}
              disabled={toWrite === 0 || (warning !== null && !isAccepted)}
            >
              {toWrite === 0 ? 'Nothing to import' : `Import ${countText(toWrite, 'row')}`}
            </Button>
          )
        )}
        <Button variant="default" onClick={onBack}>
          Back to columns
        </Button>
      </Group>
      <RejectedRowsAndCells report={report} upload={upload} />
    </Stack>
  );
}

function summary({ plan }: Upload, { rowsRead }: ImportReport): string {
  const what = plan === null ? 'rows' : importKindNames[plan.kind].toLowerCase();
  return `${countText(rowsRead, 'row')} of ${what} ${rowsRead === 1 ? 'was' : 'were'} read.`;
}
