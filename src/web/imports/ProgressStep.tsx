import { numberText } from '#shared/core/words.ts';
import '@mantine/core/styles/Progress.css';
import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { postImportAction, type Upload, uploadProcessingJobName } from '#shared/imports/wizard.ts';
import { call } from '#web/core/api.ts';
import { useJobProgress } from '#web/jobs/use-job-progress.ts';
import { errorText } from '#web/ui/sending/error-text.ts';
import { uploadQuery } from './data.ts';

type Action = 'pause' | 'resume' | 'cancel';

/** Progress of a check or import, with buttons to pause and cancel. */
export function ProgressStep({ upload }: { upload: Upload }) {
  const client = useQueryClient();
  const request = useMutation({
    mutationFn: (action: Action) =>
      call(postImportAction, { params: { uploadId: upload.uploadId }, body: { action } }),
    onSettled: () => client.invalidateQueries({ queryKey: uploadQuery(upload.uploadId).queryKey }),
  });
  const isCheck = upload.state === 'to_check' || upload.state === 'checking';
  const isCanceling = upload.state === 'cancelling';
  return (
    <Stack gap="md" maw={560}>
      {upload.state === 'paused' ? (
        <Text>
          The import is paused. Rows already written stay. Other imports and scoring wait. The
          import continues automatically after 8 minutes.
        </Text>
      ) : (
        <HowFar upload={upload} />
      )}
      {upload.error !== null && (
        <Text size="sm" role="alert" style={{ overflowWrap: 'anywhere' }}>
          {upload.error}
        </Text>
      )}
      <Group gap="xs">
        {upload.state === 'paused' && (
          <Button onClick={() => request.mutate('resume')} loading={request.isPending}>
            Resume
          </Button>
        )}
        {!isCheck && !isCanceling && upload.state !== 'paused' && (
          <Button
            variant="default"
            onClick={() => request.mutate('pause')}
            loading={request.isPending && request.variables === 'pause'}
          >
            Pause
          </Button>
        )}
        {!isCanceling && (
          <Button
            variant="default"
            onClick={() => request.mutate('cancel')}
            loading={request.isPending && request.variables === 'cancel'}
          >
            {isCheck ? 'Stop check' : 'Cancel import'}
          </Button>
        )}
      </Group>
      {request.isSuccess &&
        !isCanceling &&
        upload.state !== 'paused' &&
        request.variables !== 'resume' && (
          <Text size="sm" c="dimmed" role="status">
            {request.variables === 'pause'
              ? 'The import will pause in a moment.'
              : isCheck
                ? 'The check will stop in a moment.'
                : 'The import will stop in a moment. Its changes will then be undone.'}
          </Text>
        )}
      {request.error !== null && (
        <Text size="sm" c="red" role="alert">
          {errorText(request.error)}
        </Text>
      )}
      {upload.state !== 'paused' && (
        <Text size="sm" c="dimmed">
          You can leave this page. The {isCheck ? 'check' : isCanceling ? 'cancellation' : 'import'}{' '}
          continues, and you can find it under Imports.
        </Text>
      )}
    </Stack>
  );
}

const doing: Record<string, string> = { reading: 'Reading the file', writing: 'Writing rows' };

function HowFar({ upload: { state } }: { upload: Upload }) {
  const run = useJobProgress().find(({ job }) => job === uploadProcessingJobName);
  const progress = run?.progress ?? null;
  const share =
    progress === null || progress.total === 0 ? null : (100 * progress.done) / progress.total;
  const isWaiting = state === 'to_check' || state === 'to_import';
  const what = isWaiting
    ? 'Starting soon'
    : state === 'cancelling'
      ? 'Canceling: undoing written rows'
      : ((progress && doing[progress.note]) ?? (state === 'checking' ? 'Checking' : 'Importing'));
  return (
    <Stack gap={6}>
      <Text>
        <span role="status">{what}</span>
        {!isWaiting && share !== null && `, ${Math.round(share)}%`}
        {!isWaiting &&
          progress?.note === 'writing' &&
          `: ${numberText(progress.done)} of ${numberText(progress.total)}`}
      </Text>
      <Progress value={isWaiting ? 0 : (share ?? 0)} aria-label={what} />
    </Stack>
  );
}
