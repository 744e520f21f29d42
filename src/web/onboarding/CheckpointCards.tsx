import '@mantine/core/styles/Progress.css';
import { Group, Paper, Progress, SimpleGrid, Text } from '@mantine/core';
import { smallestGroup } from '#shared/core/numbers/group-size.ts';
import { usualConfidence, wilson } from '#shared/core/statistics/intervals.ts';
import { shareRange } from '#shared/core/words.ts';
import { type CheckpointFigures, recentDays } from '#shared/onboarding/figures.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';

/** How many met each checkpoint that came to them lately. */
export function CheckpointCards({ checkpoints }: { checkpoints: readonly CheckpointFigures[] }) {
  return (
    <SimpleGrid cols={{ base: 2, lg: 4 }} spacing="sm" data-guide="onboarding-checkpoints">
      {checkpoints.map(({ day, percent, reached, total }) => {
        const interval = wilson(reached, total, usualConfidence);
        const share = total < smallestGroup || interval === undefined ? null : Math.round((100 * reached) / total);
        return (
          <Paper key={day} p="sm" bg="var(--surface)" component="section" aria-label={`Day ${day}`}>
            <Group gap={2} wrap="nowrap">
              <Text size="sm" c="dimmed">
                Day {day}: {percent}%
              </Text>
              <MetricInfo metric="checkpointsReached" />
            </Group>
            <Text fz={22} fw={650}>
              {reached} of {total}
            </Text>
            {share !== null && <Progress value={share} size="sm" my={4} aria-label={`Reached day ${day}`} />}
            <Text size="xs" c="dimmed">
              {total === 0
                ? `Nobody reached this day in ${recentDays} days`
                : share === null || interval === undefined
                  ? `reached it, too few for a share`
                  : `${share}% reached it, ${shareRange(interval)}`}
            </Text>
          </Paper>
        );
      })}
    </SimpleGrid>
  );
}
