import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Account, postEndSessions } from '#shared/admin/people.ts';
import { call } from '#web/core/api.ts';
import { useMomentFormatter } from '#web/core/days.ts';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { notifyFailure } from '#web/ui/sending/notify-failure.ts';
import { userAccountsQuery, userSessionsQuery } from '../data.ts';

/** Active sessions of a user, with buttons to end them. */
export function UserSessionList({ account: { userId, name } }: { account: Account }) {
  const momentText = useMomentFormatter();
  const client = useQueryClient();
  const query = userSessionsQuery(userId);
  const sessions = useQuery(query);
  const end = useMutation({
    mutationFn: (sessionId: string | null) =>
      call(postEndSessions, { params: { userId }, body: { sessionId } }),
    onError: (error) => notifyFailure(`Couldn’t end the session of ${name}`, error),
    onSettled: () =>
      Promise.all(
        [query.queryKey, userAccountsQuery.queryKey].map((queryKey) =>
          client.invalidateQueries({ queryKey: [...queryKey] }),
        ),
      ),
  });
  const rows = sessions.data?.rows ?? [];
  return (
    <Stack gap={6}>
      <Title order={3} size="h5">
        Sessions
      </Title>
      {sessions.error !== null && (
        <ErrorState
          title="Couldn’t load sessions"
          error={sessions.error}
          onRetry={() => void sessions.refetch()}
        />
      )}
      {sessions.data !== undefined && rows.length === 0 && (
        <Text size="sm" c="dimmed">
          Not signed in.
        </Text>
      )}
      {rows.map(({ sessionId, startedAt, lastSeenAt, isOwn }) => (
        <Group key={sessionId} justify="space-between" wrap="nowrap">
          <Text size="sm">
            Since {momentText(startedAt)}, last used {momentText(lastSeenAt)}
            {isOwn && ' (this session)'}
          </Text>
          <Button
            flex="none"
            variant="subtle"
            size="compact-sm"
            loading={end.isPending}
            aria-label={`End the session started ${momentText(startedAt)}`}
            onClick={() => end.mutate(sessionId)}
          >
            End
          </Button>
        </Group>
      ))}
      {rows.length > 1 && (
        <Group>
          <Button
            variant="default"
            size="xs"
            loading={end.isPending}
            onClick={() => end.mutate(null)}
          >
            End all {rows.length} sessions
          </Button>
        </Group>
      )}
    </Stack>
  );
}
