import { smallestGroup } from '#shared/core/numbers/group-size.ts';
import { defaultConfidence, type Interval, normalWidth } from '#shared/core/statistics/intervals.ts';
import { differenceOfMeans, meanInterval, spreadOf } from '#shared/core/statistics/means.ts';
import { type LogRank, logRank, type SurvivalStep, survivalCurve, survivalQuantile } from '#shared/core/statistics/survival.ts';
import { type CaseWithHistory, dayAtScore, lifetimeUntil, scoreByDay } from './analytics.ts';

/** Below this a group's figures are shown with a warning. */
export const smallGroup = 20;
export const mostGroups = 4;

export interface Group {
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

/** The mean score of each week since go-live that enough of the group have a score in. */
export function curveOf({ members }: Pick<Group, 'members'>, meanOf: MeanOf = plainMean): CurvePoint[] {
  return Array.from({ length: weeksOfOnboarding }, (_, at) => 7 * (at + 1)).flatMap((day): CurvePoint[] => {
    const found = meanOf(scored(members, day));
    return found === undefined ? [] : [{ day, ...found }];
  });
}

interface Scored {
  member: CaseWithHistory;
  score: number;
}

type MeanOf = (scored: readonly Scored[]) => Omit<CurvePoint, 'day'> | undefined;

const scored = (members: readonly CaseWithHistory[], day: number): Scored[] =>
  members.flatMap((each) => {
    const score = scoreByDay(each.history, day);
    return score === null || each.history.watched < day ? [] : [{ member: each, score }];
  });

export function plainMean(found: readonly Scored[]): Omit<CurvePoint, 'day'> | undefined {
  const spread = spreadOf(found.map(({ score }) => score));
  const interval = spread && meanInterval(spread, defaultConfidence);
  if (spread === undefined || interval === undefined || spread.count < smallestGroup) return undefined;
  return { count: spread.count, mean: spread.mean, ...interval };
}

/** What customers are matched by: size and records system, without the one that the groups differ in. */
export interface Matching {
  name: string;
  kindOf: (each: CaseWithHistory) => string;
}

const systemOf = ({ row }: CaseWithHistory): string => row.ehr ?? 'unknown';
const matchings = {
  size: { name: 'records system', kindOf: systemOf },
  ehr: { name: 'size', kindOf: ({ row }) => row.sizeTier },
} satisfies Record<string, Matching>;
const bySizeAndSystem: Matching = { name: 'size and records system', kindOf: (each) => `${each.row.sizeTier} | ${systemOf(each)}` };

export const matchingFor = (grouping: string): Matching =>
  grouping === 'size' || grouping === 'ehr' ? matchings[grouping] : bySizeAndSystem;

const sharesOf = (members: readonly CaseWithHistory[], { kindOf }: Matching): Map<string, number> =>
  new Map([...Map.groupBy(members, kindOf)].map(([kind, own]) => [kind, own.length / members.length]));

/** What groups are brought to: how the customers are matched, and the share that each kind has. */
export interface Mix {
  matching: Matching;
  shares: ReadonlyMap<string, number>;
}

/** The share of a group's customers that would have to be of another kind for the mix, 0 to 1. */
export function mixDifference({ members }: Pick<Group, 'members'>, { matching, shares }: Mix): number {
  const own = sharesOf(members, matching);
  const kinds = new Set([...own.keys(), ...shares.keys()]);
  return [...kinds].reduce((sum, kind) => sum + Math.abs((own.get(kind) ?? 0) - (shares.get(kind) ?? 0)), 0) / 2;
}

/** How many of a group's customers are of a kind that the mix has no weight for. */
export const outsideMix = ({ members }: Pick<Group, 'members'>, { matching, shares }: Mix): number =>
  members.filter((each) => !shares.has(matching.kindOf(each))).length;

/** The shares of kinds among all groups' customers, of those kinds that each group has. */
export function commonMix(all: readonly Group[], matching: Matching): Mix {
  const pooled = sharesOf(
    all.flatMap(({ members }) => members),
    matching,
  );
  const own = all.map(({ members }) => sharesOf(members, matching));
  const common = [...pooled].filter(([kind]) => own.every((shares) => shares.has(kind)));
  const whole = common.reduce((sum, [, share]) => sum + share, 0);
  return { matching, shares: new Map(common.map(([kind, share]) => [kind, share / whole])) };
}

/** The mean by direct standardisation to a mix, with an interval from the variance within kinds; undefined where it lacks a kind or is too small. */
export const sameMixMean =
  ({ matching: { kindOf }, shares }: Mix): MeanOf =>
  (found) => {
    const byKind = Map.groupBy(
      found.filter(({ member }) => shares.has(kindOf(member))),
      ({ member }) => kindOf(member),
    );
    const count = [...byKind.values()].reduce((sum, own) => sum + own.length, 0);
    // Kinds without a score in that week give their weight to the others.
    const whole = [...byKind.keys()].reduce((sum, kind) => sum + (shares.get(kind) ?? 0), 0);
    const spreads = [...byKind].flatMap(([kind, own]) => {
      const spread = spreadOf(own.map(({ score }) => score));
      return spread === undefined ? [] : [{ ...spread, weight: (shares.get(kind) ?? 0) / whole }];
    });
    const free = count - spreads.length;
    if (count < smallestGroup || free < 1) return undefined;
    const within = spreads.reduce((sum, spread) => sum + spread.variance * (spread.count - 1), 0) / free;
    const mean = spreads.reduce((sum, spread) => sum + spread.weight * spread.mean, 0);
    const error = Math.sqrt(spreads.reduce((sum, spread) => sum + (spread.weight ** 2 * within) / spread.count, 0));
    const half = normalWidth(defaultConfidence) * error;
    return { count, mean, low: mean - half, high: mean + half };
  };

export interface Difference {
  day: number;
  /** null for the first group, which the others are held against. */
  difference: ({ points: number } & Interval) | null;
  count: number;
  mean: number;
}

const comparedDays = [30, 60, 90] as const;

/** Means at the checkpoints, and how they differ from the first group's; days that a group is too young or small for are left out. */
export function differencesOf(group: Group, first: Group, meanOf: MeanOf = plainMean): Difference[] {
  return comparedDays.flatMap((day): Difference[] => {
    const own = scored(group.members, day);
    const mean = meanOf(own);
    if (mean === undefined) return [];
    const base = scored(first.members, day);
    const other = meanOf(base);
    if (group === first || other === undefined) return [{ day, difference: null, count: mean.count, mean: mean.mean }];
    const points = mean.mean - other.mean;
    return [{ day, difference: { points, ...differenceInterval(own, base, mean, other, meanOf) }, count: mean.count, mean: mean.mean }];
  });
}

function differenceInterval(own: readonly Scored[], base: readonly Scored[], mean: Interval, other: Interval, meanOf: MeanOf): Interval {
  const [one, two] = [spreadOf(own.map(({ score }) => score)), spreadOf(base.map(({ score }) => score))];
  const welch = meanOf === plainMean && one && two ? differenceOfMeans(one, two, defaultConfidence) : undefined;
  if (welch !== undefined) return welch;
  const middle = (mean.low + mean.high) / 2 - (other.low + other.high) / 2;
  const half = Math.hypot((mean.high - mean.low) / 2, (other.high - other.low) / 2);
  return { low: middle - half, high: middle + half };
}

export interface TimeTo {
  name: string;
  curve: SurvivalStep[];
  median: number | null;
}

/** How long groups take to reach a score: the share that has not yet. */
export function timesTo(groups: readonly Group[], percent: number): { groups: TimeTo[]; test: LogRank | undefined } {
  const lives = groups.map(({ members }) => members.map(({ history }) => lifetimeUntil(dayAtScore(history, percent), history.watched)));
  return {
    groups: groups.map(({ name }, at) => {
      const curve = survivalCurve(lives[at] ?? [], defaultConfidence);
      return { name, curve, median: survivalQuantile(curve, 0.5).at };
    }),
    test: logRank(lives),
  };
}
