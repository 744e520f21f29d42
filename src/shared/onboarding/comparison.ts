import { minimumGroupSize } from '#shared/core/numbers/group-size.ts';
import {
  computeCriticalValue,
  defaultConfidence,
  type Interval,
} from '#shared/core/statistics/intervals.ts';
import {
  computeSampleStatistics,
  meanDifferenceInterval,
  meanInterval,
} from '#shared/core/statistics/means.ts';
import {
  type LogRank,
  logRank,
  type SurvivalStep,
  survivalCurve,
  survivalQuantile,
} from '#shared/core/statistics/survival.ts';
import {
  type CaseWithHistory,
  findLastScoreByDay,
  firstDayAtScore,
  toLifetime,
} from './analytics.ts';

/** Group size below which figures show a warning. */
export const smallGroupSize = 20;
export const maximumComparedGroups = 4;

export interface ComparisonGroup {
  name: string;
  members: readonly CaseWithHistory[];
}

export interface CurvePoint {
  day: number;
  count: number;
  mean: number;
  low: number;
  high: number;
}

const weeksOfOnboarding = 26;

/** Returns the mean score of each week since go-live. Weeks with too few scores are left out. */
export function meanScoreCurve(
  { members }: Pick<ComparisonGroup, 'members'>,
  meanOf: MeanOf = computeUnweightedMean,
): CurvePoint[] {
  return Array.from({ length: weeksOfOnboarding }, (_, at) => 7 * (at + 1)).flatMap(
    (day): CurvePoint[] => {
      const found = meanOf(scored(members, day));
      return found === undefined ? [] : [{ day, ...found }];
    },
  );
}

interface Scored {
  member: CaseWithHistory;
  score: number;
}

type MeanOf = (scored: readonly Scored[]) => Omit<CurvePoint, 'day'> | undefined;

const scored = (members: readonly CaseWithHistory[], day: number): Scored[] =>
  members.flatMap((each) => {
    const score = findLastScoreByDay(each.history, day);
    return score === null || each.history.watched < day ? [] : [{ member: each, score }];
  });

export function computeUnweightedMean(
  found: readonly Scored[],
): Omit<CurvePoint, 'day'> | undefined {
  const spread = computeSampleStatistics(found.map(({ score }) => score));
  const interval = spread && meanInterval(spread, defaultConfidence);
  if (spread === undefined || interval === undefined || spread.count < minimumGroupSize)
    return undefined;
  return { count: spread.count, mean: spread.mean, ...interval };
}

/**
 * Attributes for which groups are adjusted: size and EHR. The attribute that defines the groups is
 * left out.
 */
export interface MatchedAttributes {
  name: string;
  kindOf: (each: CaseWithHistory) => string;
}

const systemOf = ({ row }: CaseWithHistory): string => row.ehr ?? 'unknown';
const matchings = {
  size: { name: 'EHR', kindOf: systemOf },
  ehr: { name: 'size', kindOf: ({ row }) => row.sizeTier },
} satisfies Record<string, MatchedAttributes>;
const bySizeAndSystem: MatchedAttributes = {
  name: 'size and EHR',
  kindOf: (each) => `${each.row.sizeTier} | ${systemOf(each)}`,
};

export const chooseMatchedAttributes = (grouping: string): MatchedAttributes =>
  grouping === 'size' || grouping === 'ehr' ? matchings[grouping] : bySizeAndSystem;

const sharesOf = (
  members: readonly CaseWithHistory[],
  { kindOf }: MatchedAttributes,
): Map<string, number> =>
  new Map(
    [...Map.groupBy(members, kindOf)].map(([kind, own]) => [kind, own.length / members.length]),
  );

/**
 * Common composition to which the groups are weighted: the share of customers, 0–1, with each
 * combination of size and EHR.
 */
export interface TargetMix {
  matching: MatchedAttributes;
  shares: ReadonlyMap<string, number>;
}

/**
 * Returns the share of a group's customers, 0–1, that would need another size or EHR for the group
 * to match the target mix.
 */
export function computeMixDifference(
  { members }: Pick<ComparisonGroup, 'members'>,
  { matching, shares }: TargetMix,
): number {
  const own = sharesOf(members, matching);
  const kinds = new Set([...own.keys(), ...shares.keys()]);
  return (
    [...kinds].reduce(
      (sum, kind) => sum + Math.abs((own.get(kind) ?? 0) - (shares.get(kind) ?? 0)),
      0,
    ) / 2
  );
}

/** Counts a group's customers whose combination of size and EHR isn't in the target mix. */
export const countOutsideMix = (
  { members }: Pick<ComparisonGroup, 'members'>,
  { matching, shares }: TargetMix,
): number => members.filter((each) => !shares.has(matching.kindOf(each))).length;

/**
 * Returns the target mix for comparing the groups: the share of each combination of size and EHR
 * among the customers of all groups. Only combinations that occur in every group are included.
 */
export function computeCommonTargetMix(
  all: readonly ComparisonGroup[],
  matching: MatchedAttributes,
): TargetMix {
  const pooled = sharesOf(
    all.flatMap(({ members }) => members),
    matching,
  );
  const own = all.map(({ members }) => sharesOf(members, matching));
  const common = [...pooled].filter(([kind]) => own.every((shares) => shares.has(kind)));
  const whole = common.reduce((sum, [, share]) => sum + share, 0);
  return { matching, shares: new Map(common.map(([kind, share]) => [kind, share / whole])) };
}

/**
 * Returns the directly standardized mean score. The interval uses the variance within each
 * combination of size and EHR. Returns `undefined` for too few customers.
 */
export const createStandardizedMean =
  ({ matching: { kindOf }, shares }: TargetMix): MeanOf =>
  (found) => {
    const byKind = Map.groupBy(
      found.filter(({ member }) => shares.has(kindOf(member))),
      ({ member }) => kindOf(member),
    );
    const count = [...byKind.values()].reduce((sum, own) => sum + own.length, 0);
    // Combinations without a score in the week are left out. Their weight is distributed over the
    // others.
    const whole = [...byKind.keys()].reduce((sum, kind) => sum + (shares.get(kind) ?? 0), 0);
    const spreads = [...byKind].flatMap(([kind, own]) => {
      const spread = computeSampleStatistics(own.map(({ score }) => score));
      return spread === undefined ? [] : [{ ...spread, weight: (shares.get(kind) ?? 0) / whole }];
    });
    const free = count - spreads.length;
    if (count < minimumGroupSize || free < 1) return undefined;
    const within =
      spreads.reduce((sum, spread) => sum + spread.variance * (spread.count - 1), 0) / free;
    const mean = spreads.reduce((sum, spread) => sum + spread.weight * spread.mean, 0);
    const error = Math.sqrt(
      spreads.reduce((sum, spread) => sum + (spread.weight ** 2 * within) / spread.count, 0),
    );
    const half = computeCriticalValue(defaultConfidence) * error;
    return { count, mean, low: mean - half, high: mean + half };
  };

export interface DifferenceFromFirstGroup {
  day: number;
  /** Difference from the first group; `null` for the first group itself. */
  difference: ({ points: number } & Interval) | null;
  count: number;
  mean: number;
}

const comparedDays = [30, 60, 90] as const;

/**
 * Returns the mean scores at the checkpoints and their differences from the first group.
 * Checkpoints with too few scores are left out.
 */
export function computeDifferencesFromFirstGroup(
  group: ComparisonGroup,
  first: ComparisonGroup,
  meanOf: MeanOf = computeUnweightedMean,
): DifferenceFromFirstGroup[] {
  return comparedDays.flatMap((day): DifferenceFromFirstGroup[] => {
    const own = scored(group.members, day);
    const mean = meanOf(own);
    if (mean === undefined) return [];
    const base = scored(first.members, day);
    const other = meanOf(base);
    if (group === first || other === undefined)
      return [{ day, difference: null, count: mean.count, mean: mean.mean }];
    const points = mean.mean - other.mean;
    return [
      {
        day,
        difference: { points, ...differenceInterval(own, base, mean, other, meanOf) },
        count: mean.count,
        mean: mean.mean,
      },
    ];
  });
}

function differenceInterval(
  own: readonly Scored[],
  base: readonly Scored[],
  mean: Interval,
  other: Interval,
  meanOf: MeanOf,
): Interval {
  const [one, two] = [
    computeSampleStatistics(own.map(({ score }) => score)),
    computeSampleStatistics(base.map(({ score }) => score)),
  ];
  const welch =
    meanOf === computeUnweightedMean && one && two
      ? meanDifferenceInterval(one, two, defaultConfidence)
      : undefined;
  if (welch !== undefined) return welch;
  const middle = (mean.low + mean.high) / 2 - (other.low + other.high) / 2;
  const half = Math.hypot((mean.high - mean.low) / 2, (other.high - other.low) / 2);
  return { low: middle - half, high: middle + half };
}

export interface TimeToScoreCurve {
  name: string;
  curve: SurvivalStep[];
  median: number | null;
}

/**
 * Returns the share of each group that hasn't reached a score of `percent`, over time, with a
 * log-rank test.
 */
export function compareTimesToScore(
  groups: readonly ComparisonGroup[],
  percent: number,
): { groups: TimeToScoreCurve[]; test: LogRank | undefined } {
  const lives = groups.map(({ members }) =>
    members.map(({ history }) => toLifetime(firstDayAtScore(history, percent), history.watched)),
  );
  return {
    groups: groups.map(({ name }, at) => {
      const curve = survivalCurve(lives[at] ?? [], defaultConfidence);
      return { name, curve, median: survivalQuantile(curve, 0.5).at };
    }),
    test: logRank(lives),
  };
}
