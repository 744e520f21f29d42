import '@mantine/core/styles/Progress.css';
import { Group, Paper, Progress, SimpleGrid, Text } from '@mantine/core';
import { addDays, type Day } from '#shared/core/dates.ts';
import { minimumGroupSize } from '#shared/core/numbers/group-size.ts';
import { defaultConfidence, wilsonInterval } from '#shared/core/statistics/intervals.ts';
import { shareRangeText } from '#shared/core/words.ts';
import { onboardingDaysAndTargets } from '#shared/institutions/onboarding-plan.ts';
import { signedText } from '#shared/list/column.ts';
import {
  type CheckpointFigures,
  countCheckpointResults,
  recentCheckpointDays,
} from '#shared/onboarding/figures.ts';
import type { ListedOnboarding } from '#shared/onboarding/onboarding.ts';
import { listOnboardingCheckpoints } from '#shared/onboarding/progress.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';

/** Returns the percentage of customers that reached the target; `null` for too few customers. */
const shareOf = (figures: CheckpointFigures | undefined): number | null =>
  figures === undefined || figures.total < minimumGroupSize
    ? null
    : Math.round((100 * figures.reached) / figures.total);

/** Cards with the share of customers that reached each target, for checkpoints passed recently. */
export function CheckpointTargetShareCards({
  rows,
  today,
}: {
  rows: readonly ListedOnboarding[];
  today: Day;
}) {
  const checkpoints = listOnboardingCheckpoints(onboardingDaysAndTargets);
  const now = countCheckpointResults(rows, checkpoints, today);
  const before = countCheckpointResults(rows, checkpoints, addDays(today, -7));
  return (
    <SimpleGrid cols={{ base: 2, lg: 4 }} spacing="sm" data-guide="onboarding-checkpoints">
      {now.map((figures, at) => {
        const { day, percent, reached, total } = figures;
        const interval = wilsonInterval(reached, total, defaultConfidence);
        const share = shareOf(figures);
        const shareBefore = shareOf(before[at]);
        return (
          <Paper key={day} p="sm" bg="var(--surface)" component="section" aria-label={`Day ${day}`}>
            <Group gap={2} wrap="nowrap">
              <Text size="sm" c="dimmed">
                Day {day}: {percent}%
              </Text>
              <MetricInfo metric="checkpointsReached" />
            </Group>
            <Text component="div" fz={22} fw={650}>
              {reached} of {total}
            </Text>
            {share !== null && (
              <Progress value={share} size="sm" my={4} aria-label={`Reached day ${day}`} />
            )}
            <Text size="xs" c="dimmed">
              {total === 0
                ? `No customers reached this day in the last ${recentCheckpointDays} days`
                : share === null || interval === undefined
                  ? `reached the target, too few for a percentage`
                  : `${share}% reached the target, ${shareRangeText(interval)}`}
              {share !== null && shareBefore !== null && (
                <>
                  <br />
                  {signedText(share - shareBefore, ' points')} in a week
                </>
              )}
            </Text>
          </Paper>
        );
      })}
    </SimpleGrid>
  );
}
