import { Alert, Text } from '@mantine/core';
import { useMemo } from 'react';
import { minimumGroupSize } from '#shared/core/numbers/group-size.ts';
import { countText, shareText } from '#shared/core/words.ts';
import { onboardingDaysAndTargets } from '#shared/institutions/onboarding-plan.ts';
import {
  type ComparisonGroup,
  chooseMatchedAttributes,
  computeCommonTargetMix,
  computeMixDifference,
  computeUnweightedMean,
  countOutsideMix,
  createStandardizedMean,
  meanScoreCurve,
  smallGroupSize,
  type TargetMix,
} from '#shared/onboarding/comparison.ts';
import { expectedScore } from '#shared/onboarding/progress.ts';
import { MetricSectionCard } from '#web/metrics/MetricSectionCard.tsx';
import { ChartDataTable } from '#web/ui/chart/CollapsibleChartTable.tsx';
import chart from '#web/ui/chart/chart.module.css';
import { lineStyleAt } from '#web/ui/chart/lines.ts';
import { linePath } from '#web/ui/chart/plot.ts';
import { ShareChart } from '#web/ui/chart/ShareChart.tsx';
import { MeanDifferenceTable } from './MeanDifferenceTable.tsx';
import { TimeToHalfScore } from './TimeToHalfScore.tsx';

const dayTicks = [0, 30, 60, 90, 120, 150, 180];
const targetDays = [
  0,
  ...onboardingDaysAndTargets.targets.map(({ day }) => day),
  onboardingDaysAndTargets.days,
];

interface Properties {
  groups: readonly ComparisonGroup[];
  /** Key of the list column that contains the group names; `undefined` when there is none. */
  column: string | undefined;
  /** Grouping attribute. */
  by: string;
  isSameMix: boolean;
}

/** Comparison of all groups that have enough customers. */
export function GroupComparison({ groups, column, by, isSameMix: isSameMixRequested }: Properties) {
  const visibleGroups = useMemo(
    () => groups.filter(({ members }) => members.length >= minimumGroupSize),
    [groups],
  );
  const mix = useMemo(
    () => computeCommonTargetMix(visibleGroups, chooseMatchedAttributes(by)),
    [visibleGroups, by],
  );
  const isSameMix = isSameMixRequested && mix.shares.size > 0;
  const meanOf = useMemo(
    () => (isSameMix ? createStandardizedMean(mix) : computeUnweightedMean),
    [isSameMix, mix],
  );
  const curves = useMemo(
    () => visibleGroups.map((group) => ({ group, points: meanScoreCurve(group, meanOf) })),
    [visibleGroups, meanOf],
  );
  const hidden = groups.filter((group) => !visibleGroups.includes(group));
  const isOverlapping =
    new Set(visibleGroups.flatMap(({ members }) => members)).size <
    visibleGroups.reduce((sum, { members }) => sum + members.length, 0);
  const small = visibleGroups.filter(({ members }) => members.length < smallGroupSize);
  return (
    <>
      {hidden.length > 0 && (
        <Alert variant="default" role="status">
          Not shown: {hidden.map(({ name, members }) => `${name} (${members.length})`).join(', ')}.
          A mean of fewer than {minimumGroupSize} customers depends too much on each single
          customer.
        </Alert>
      )}
      {small.length > 0 && (
        <Text size="sm" c="var(--tier-medium)">
          ■ Few customers:{' '}
          {small.map(({ name, members }) => `${name} has ${members.length}`).join(', ')}. Groups of
          fewer than {smallGroupSize} customers have wide confidence intervals.
        </Text>
      )}
      {isOverlapping && (
        <Text size="sm" c="dimmed">
          A customer can be in several of these groups, which makes the groups more alike. The
          intervals of the differences don’t take this into account, so they are wider than
          necessary.
        </Text>
      )}
      {isSameMixRequested && <MixText groups={visibleGroups} mix={mix} />}
      <div data-guide="onboarding-curves">
        <MetricSectionCard
          title={isSameMix ? 'Mean score, adjusted for mix' : 'Mean score'}
          metric={isSameMix ? 'sameMix' : 'onboardingCurve'}
        >
          <figure style={{ margin: 0 }}>
            <ShareChart
              label={`Mean score by day of onboarding: ${curves.map(({ group, points }) => `${group.name} ${Math.floor(points.at(-1)?.mean ?? 0)}% at day ${points.at(-1)?.day ?? 0}`).join(', ')}`}
              lines={curves.map(({ group, points }, at) => ({
                name: group.name,
                ...lineStyleAt(at),
                points: points.map(({ day, mean, low, high }) => ({
                  time: day,
                  value: mean,
                  low,
                  high,
                })),
              }))}
              until={onboardingDaysAndTargets.days + 2}
              timeTicks={dayTicks}
              axis="Day of onboarding"
            >
              {({ x, y }) => (
                <path
                  d={linePath(
                    targetDays.map((day) => ({
                      x: x(day),
                      y: y(expectedScore(day, onboardingDaysAndTargets)),
                    })),
                  )}
                  className={chart.line}
                  stroke="var(--mantine-color-text)"
                  strokeDasharray="6 4"
                />
              )}
            </ShareChart>
            <Text size="xs" c="dimmed">
              The dashed dark line is the expected score:{' '}
              {onboardingDaysAndTargets.targets
                .map(({ day, percent }) => `${percent}% at day ${day}`)
                .join(', ')}
              . Bands are 95% intervals of the mean.
            </Text>
            <ChartDataTable
              label="Mean score by week"
              columns={['Day', ...curves.map(({ group }) => group.name)]}
              rows={weekRows(curves)}
            />
          </figure>
        </MetricSectionCard>
      </div>
      <MeanDifferenceTable groups={visibleGroups} column={column} meanOf={meanOf} />
      <TimeToHalfScore groups={visibleGroups} />
    </>
  );
}

function weekRows(
  curves: readonly { points: ReturnType<typeof meanScoreCurve> }[],
): [string, ...string[]][] {
  const days = [...new Set(curves.flatMap(({ points }) => points.map(({ day }) => day)))].toSorted(
    (one, other) => one - other,
  );
  return days.map((day) => [
    String(day),
    ...curves.map(({ points }) => {
      const point = points.find((each) => each.day === day);
      return point === undefined ? '–' : `${Math.floor(point.mean)}% (n = ${point.count})`;
    }),
  ]);
}

function MixText({ groups, mix }: { groups: readonly ComparisonGroup[]; mix: TargetMix }) {
  const { matching, shares } = mix;
  if (shares.size === 0)
    return (
      <Alert variant="default" role="status">
        These groups have no {matching.name} in common, so the groups can’t be weighted to the same
        mix. They are shown unweighted.
      </Alert>
    );
  const skipped = groups.flatMap((group) => {
    const count = countOutsideMix(group, mix);
    return count === 0 ? [] : [{ name: group.name, count, of: group.members.length }];
  });
  return (
    <Text size="sm" c="dimmed">
      The groups have {countText(shares.size, 'kind')} of {matching.name} in common. Each group’s
      mean is weighted as if every group had the same share of customers of each kind. Difference
      between a group’s own shares and these shares:{' '}
      {groups
        .map((group) => `${group.name} ${shareText(computeMixDifference(group, mix))}`)
        .join(', ')}
      .{' '}
      {skipped.length > 0 &&
        `Customers left out because not every group has their size or EHR: ${skipped.map(({ name, count, of }) => `${name} ${count} of ${of}`).join(', ')}.`}
    </Text>
  );
}
