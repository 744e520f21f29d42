import { Button, Stack, Text } from '@mantine/core';
import { milestoneKeys, milestoneName, milestoneTemplate } from '#shared/onboarding/milestones.ts';
import type { ListedOnboarding } from '#shared/onboarding/onboarding.ts';
import { useOnboardingChange } from './data.ts';

const ticked = milestoneKeys.flatMap((key) => {
  const { isProven, product } = milestoneTemplate(key);
  return isProven || product === 'each' ? [] : [{ key, product: product ?? null }];
});

/** Ticks one milestone with many customers. */
export function BulkMilestones({ rows, onDone }: { rows: readonly ListedOnboarding[]; onDone: () => void }) {
  const { write, isPending } = useOnboardingChange(onDone);
  return (
    <Stack gap={6}>
      <Text size="sm">Which one is done? The others are ticked automatically.</Text>
      {ticked.map((milestone) => (
        <Button
          key={milestone.key}
          variant="default"
          disabled={isPending}
          onClick={() =>
            write({
              rows,
              change: { action: 'complete', milestone: milestone.key, product: milestone.product },
              told: (whom) => `${milestoneName(milestone)}: ${whom}`,
            })
          }
        >
          {milestoneName(milestone)}
        </Button>
      ))}
    </Stack>
  );
}
