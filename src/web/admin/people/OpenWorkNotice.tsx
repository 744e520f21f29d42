import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { paths } from '#shared/core/pages/paths.ts';
import { reassignableQuery } from '#web/team/reassign/data.ts';
import { workCountText } from '#web/team/words.ts';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';

interface Properties {
  userId: string;
  linkText?: string;
}

/** Open work of a user, with a link to reassign it. */
export function OpenWorkNotice({ userId, linkText = 'Reassign this work' }: Properties) {
  const work = useQuery(reassignableQuery({ kind: 'person', userId }));
  if (work.error !== null)
    return (
      <ErrorState
        title="Couldn’t load the open work"
        error={work.error}
        onRetry={() => void work.refetch()}
      />
    );
  if (work.data === undefined) return <Text size="sm">Loading open work…</Text>;
  const { items, left } = work.data;
  if (items.length === 0) return <Text size="sm">No open work to reassign.</Text>;
  return (
    <Text size="sm">
      Has {workCountText(items)}
      {left > 0 && ' and more'}.{' '}
      <Anchor
        component={Link}
        to={`${paths.successOps}?part=team&reassign=${userId}`}
        inherit
        td="underline"
      >
        {linkText}
      </Anchor>
    </Text>
  );
}
