import { Group } from '@mantine/core';
import { AssignMenu } from './AssignMenu.tsx';
import { OutcomeMenu } from './OutcomeMenu.tsx';
import { SnoozeMenu } from './SnoozeMenu.tsx';

/** What is done about one at-risk customer. */
export function RiskActions({ institutionId }: { institutionId: number }) {
  return (
    <Group gap="xs">
      <AssignMenu institutionIds={[institutionId]} />
      <SnoozeMenu institutionIds={[institutionId]} />
      <OutcomeMenu institutionId={institutionId} />
    </Group>
  );
}
