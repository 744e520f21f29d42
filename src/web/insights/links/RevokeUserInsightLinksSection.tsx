import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { countText } from '#shared/core/words.ts';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { insightLinksByCreatorQuery } from '../data.ts';
import { useDecideLinks } from './use-decide-links.ts';

/** Number of working insight links that a user created, with a button that revokes them. */
export function RevokeUserInsightLinksSection({ userId }: { userId: string }) {
  const { data, error, refetch } = useQuery(insightLinksByCreatorQuery(userId));
  const decision = useDecideLinks();
  if (error !== null)
    return (
      <ErrorState
        title="Couldn’t load the insight links"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  if (data === undefined) return <Text size="sm">Loading insight links…</Text>;
  const { rows } = data;
  if (rows.length === 0)
    return <Text size="sm">This user has created no working insight links.</Text>;
  return (
    <Group gap="xs" justify="space-between">
      <Text size="sm" flex="1 1 14rem">
        This user has created {countText(rows.length, 'working insight link')}.{' '}
        {rows.length === 1 ? 'It keeps' : 'They keep'} working after the account is disabled.
      </Text>
      <Button
        size="xs"
        variant="light"
        color="red"
        loading={decision.isPending}
        onClick={() => decision.mutate({ links: rows, keeps: false })}
      >
        {rows.length === 1 ? 'Revoke link' : `Revoke all ${rows.length} links`}
      </Button>
    </Group>
  );
}
