import { Text } from '@mantine/core';
import type { Workload } from '#shared/work/workloads.ts';
import { workloadText } from './workload-text.ts';

interface Properties {
  name: string;
  /** `undefined` while workloads are loading, and when they are unavailable. */
  workload: Workload | undefined;
}

/** Name of a user with the hours of work in the next seven days. */
export function NameWithWorkload({ name, workload }: Properties) {
  if (workload === undefined) return name;
  return (
    <span>
      {name}{' '}
      <Text span size="xs" c="dimmed">
        {workloadText(workload)}
      </Text>
    </span>
  );
}
