import '@mantine/core/styles/Progress.css';
import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { importsJob, postUploadWish, type Upload } from '#shared/admin/imports/wizard.ts';
import { call } from '#web/core/api.ts';
import { sayError } from '#web/ui/sending/say-error.ts';
import { useJobProgress } from '../jobs/use-job-progress.ts';
import { uploadQuery } from './data.ts';

type Wish = 'pause' | 'go on' | 'cancel';

/** Progress of a check or import, with buttons to pause and cancel. */
export function UnderWayStep({ upload }: { upload: Upload }) {
  const client = useQueryClient();
  const wish = useMutation({
    mutationFn: (said: Wish) => call(postUploadWish, { params: { uploadId: upload.uploadId }, body: { wish: said } }),
    onSettled: () => client.invalidateQueries({ queryKey: uploadQuery(upload.uploadId).queryKey }),
  });
  const isCheck = upload.state === 'to_check' || upload.state === 'checking';
  const isCanceling = upload.state === 'cancelling';
  return (
    <Stack gap="md" maw={560}>
      {upload.state === 'paused' ? (
        <Text>Paused. Rows already written stay. Other imports and scoring wait; the import continues by itself after 8 minutes.</Text>
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
          <Button onClick={() => wish.mutate('go on')} loading={wish.isPending}>
            Go on
          </Button>
        )}
        {!isCheck && !isCanceling && upload.state !== 'paused' && (
          <Button variant="default" onClick={() => wish.mutate('pause')} loading={wish.isPending && wish.variables === 'pause'}>
            Pause
          </Button>
        )}
        {!isCanceling && (
          <Button variant="default" onClick={() => wish.mutate('cancel')} loading={wish.isPending && wish.variables === 'cancel'}>
            {isCheck ? 'Stop the check' : 'Cancel the import'}
          </Button>
        )}
      </Group>
      {wish.isSuccess && !isCanceling && upload.state !== 'paused' && wish.variables !== 'go on' && (
        <Text size="sm" c="dimmed" role="status">
          {wish.variables === 'pause' ? 'It pauses in a moment.' : 'It stops in a moment, and nothing from it is kept.'}
        </Text>
      )}
      {wish.error !== null && (
        <Text size="sm" c="red" role="alert">
          {sayError(wish.error)}
        </Text>
      )}
      {upload.state !== 'paused' && (
        <Text size="sm" c="dimmed">
          You can leave this page. The {isCheck ? 'check' : isCanceling ? 'cancel' : 'import'} continues, and you find it under Imports.
        </Text>
      )}
    </Stack>
  );
}

const doing: Record<string, string> = { reading: 'Reading the file', writing: 'Writing rows' };

function HowFar({ upload: { state } }: { upload: Upload }) {
  const run = useJobProgress().find(({ job }) => job === importsJob);
  const progress = run?.progress ?? null;
  const share = progress === null || progress.total === 0 ? null : (100 * progress.done) / progress.total;
  const isWaiting = state === 'to_check' || state === 'to_import';
  const what = isWaiting
    ? 'It begins in a moment'
    : state === 'cancelling'
      ? 'Canceling: taking back what was written'
      : ((progress && doing[progress.note]) ?? (state === 'checking' ? 'Checking' : 'Importing'));
  return (
    <Stack gap={6}>
      <Text>
        <span role="status">{what}</span>
        {!isWaiting && share !== null && `, ${Math.round(share)}%`}
        {!isWaiting &&
          progress?.note === 'writing' &&
          `: ${progress.done.toLocaleString('en-US')} of ${progress.total.toLocaleString('en-US')}`}
      </Text>
      <Progress value={isWaiting ? 0 : (share ?? 0)} aria-label={what} />
    </Stack>
  );
}
