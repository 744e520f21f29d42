import { Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { getWorkloads } from '#shared/work/workloads.ts';
import { endpointQuery } from '#web/core/api.ts';
import { workloadText } from './workload-text.ts';

const workloadsQuery = queryOptions({
  ...endpointQuery(getWorkloads),
  select: ({ rows }) => new Map(rows.map((each) => [each.personId, each])),
  staleTime: 60_000,
  meta: { dependsOnWork: true },
});

/** Workload of a user in the next seven days; renders nothing while it is unknown. */
export function PersonWorkload({ personId }: { personId: string }) {
  const { data } = useQuery(workloadsQuery);
  const workload = data?.get(personId);
  if (workload === undefined) return null;
  return (
    <Text span size="xs" c="dimmed">
      {' '}
      {workloadText(workload)}
    </Text>
  );
}
