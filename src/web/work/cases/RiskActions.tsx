import { Group } from '@mantine/core';
import { AssignMenu } from './AssignMenu.tsx';
import { OutcomeMenu } from './OutcomeMenu.tsx';
import { SnoozeMenu } from './SnoozeMenu.tsx';

/** Actions for one at-risk customer: assign, snooze and outcome. */
export function RiskActions({ institutionId }: { institutionId: number }) {
  return (
    <Group gap="xs">
      <AssignMenu institutionIds={[institutionId]} />
      <SnoozeMenu institutionIds={[institutionId]} />
      <OutcomeMenu institutionId={institutionId} />
    </Group>
  );
}
