import { Button, Stack, Text } from '@mantine/core';
import {
  findMilestoneTemplate,
  milestoneKeys,
  milestoneName,
} from '#shared/onboarding/milestones.ts';
import type { ListedOnboarding } from '#shared/onboarding/onboarding.ts';
import { useApplyOnboardingAction } from './data.ts';

const manualMilestones = milestoneKeys.flatMap((key) => {
  const { isProven, product } = findMilestoneTemplate(key);
  return isProven || product === 'each' ? [] : [{ key, product: product ?? null }];
});

/** Form that completes a milestone for several customers. */
export function BulkMilestoneForm({
  rows,
  onDone,
}: {
  rows: readonly ListedOnboarding[];
  onDone: () => void;
}) {
  const { write, isPending } = useApplyOnboardingAction(onDone);
  return (
    <Stack gap={6}>
      <Text size="sm">
        Which of these milestones is done? Milestones that aren’t listed are completed automatically
        from data.
      </Text>
      {manualMilestones.map((milestone) => (
        <Button
          key={milestone.key}
          variant="default"
          disabled={isPending}
          onClick={() =>
            write({
              rows,
              change: { action: 'complete', milestone: milestone.key, product: milestone.product },
              titleOf: (whom) => `${milestoneName(milestone)}: ${whom}`,
            })
          }
        >
          {milestoneName(milestone)}
        </Button>
      ))}
    </Stack>
  );
}
