import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Fix } from '#shared/data-quality/fixes.ts';
import { useMomentFormatter } from '#web/core/days.ts';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { LoadingSkeleton, SkeletonRows } from '#web/ui/page/LoadingSkeleton.tsx';
import { notifyFailure } from '#web/ui/sending/notify-failure.ts';
import { fixesQuery, useUndoFix } from './data.ts';

/** Fixes by administrators, newest first, with buttons to undo them. */
export function FixList() {
  const { data, error, refetch } = useQuery(fixesQuery);
  return (
    <Stack gap={6} component="section" aria-label="Fixes" data-guide="quality-fixes">
      {error !== null && (
        <ErrorState title="Couldn’t load fixes" error={error} onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null && (
        <LoadingSkeleton label="Loading the fixes">
          <SkeletonRows rows={3} />
        </LoadingSkeleton>
      )}
      {data?.length === 0 && (
        <Text size="sm" c="dimmed">
          No fixes yet. Open an issue in the list to fix it.
        </Text>
      )}
      {data?.map((fix) => (
        <Line key={fix.fixId} fix={fix} />
      ))}
    </Stack>
  );
}

function Line({ fix }: { fix: Fix }) {
  const momentText = useMomentFormatter();
  const undo = useUndoFix();
  const send = () =>
    undo.mutate(fix.fixId, {
      onError: (error) => notifyFailure('Couldn’t undo the fix', error),
    });
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm">
      <Text size="sm">
        {fix.summary}{' '}
        <Text span inherit c="dimmed">
          {fix.madeBy}, {momentText(fix.madeAt)}
        </Text>
      </Text>
      {fix.undoneAt === null ? (
        <Button
          variant="default"
          size="compact-sm"
          style={{ flexShrink: 0 }}
          loading={undo.isPending}
          aria-label={`Undo: ${fix.summary}`}
          onClick={send}
        >
          Undo
        </Button>
      ) : (
        <Text size="sm" c="dimmed" ta="right">
          Undone by {fix.undoneBy}
        </Text>
      )}
    </Group>
  );
}
