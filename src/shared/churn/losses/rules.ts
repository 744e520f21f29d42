import { addDays, type Day, daysBetween } from '#shared/core/dates.ts';
import { median } from '#shared/core/numbers/median.ts';
import { defaultConfidence, type Interval, wilson } from '#shared/core/statistics/intervals.ts';
import type { ListFilter } from '#shared/list/state.ts';
import { mainReason, tierBefore } from './columns.ts';
import type { Loss } from './losses.ts';
import { lossReasonNames } from './reasons.ts';

/** Days over which losses are summed up, and compared with as many before. */
export const periodDays = 90;

/** Losses that hold: what was taken back counts in no figure. */
export const holding = (losses: readonly Loss[]): Loss[] => losses.filter(({ takenBack }) => takenBack === null);

export interface LossFigures {
  losses: number;
  lossesBefore: number;
  locations: number;
  monthlyDollars: number;
  /** Of the losses whose revenue is not known. */
  unpriced: number;
  /** Wholly or partly avoidable, of those of which it is known. */
  avoidable: { count: number; of: number; interval: Interval | undefined };
  /** Median days from notice to leaving; null without a loss. */
  leadDays: number | null;
  /** Look-backs that are due and not done, of all losses. */
  overdue: number;
}

const noticedIn = (losses: readonly Loss[], from: Day, to: Day): Loss[] =>
  losses.filter(({ noticedOn }) => noticedOn >= from && noticedOn <= to);

/** What the last 90 days up to `today` say of the losses that hold. */
export function lossFigures(all: readonly Loss[], today: Day): LossFigures {
  const losses = holding(all);
  const { from } = lastPeriod(today);
  const recent = noticedIn(losses, from, today);
  const judged = recent.filter(({ avoidable }) => avoidable !== null);
  const avoided = judged.filter(({ avoidable }) => avoidable !== 'no').length;
  return {
    losses: recent.length,
    lossesBefore: noticedIn(losses, addDays(from, -periodDays), addDays(from, -1)).length,
    locations: recent.reduce((sum, { locationsLost }) => sum + (locationsLost ?? 0), 0),
    monthlyDollars: recent.reduce((sum, { monthlyDollars }) => sum + (monthlyDollars ?? 0), 0),
    unpriced: recent.filter(({ monthlyDollars }) => monthlyDollars === null).length,
    avoidable: { count: avoided, of: judged.length, interval: wilson(avoided, judged.length, defaultConfidence) },
    leadDays: median(recent.map(({ noticedOn, effectiveOn }) => daysBetween(noticedOn, effectiveOn))),
    overdue: losses.filter(({ retroDoneOn, retroDueOn }) => (retroDoneOn === null || retroDoneOn > today) && retroDueOn < today).length,
  };
}

export const lastPeriod = (today: Day): { from: Day; to: Day } => ({ from: addDays(today, 1 - periodDays), to: today });

export const tierNames = ['Healthy', 'Medium', 'Critical', 'Unknown', 'No score'] as const;

/** How many of the losses that hold stood in each tier, at a place of the days before the notice. */
export const tiersBefore = (all: readonly Loss[], at: number): Map<string, number> => {
  const counts = new Map<string, number>(tierNames.map((name) => [name, 0]));
  for (const loss of holding(all)) counts.set(tierBefore(loss, at), (counts.get(tierBefore(loss, at)) ?? 0) + 1);
  return counts;
};

export interface ReasonCount {
  reason: string;
  count: number;
  monthlyDollars: number;
  details: { detail: string; count: number }[];
}

/** The reasons of the losses that hold with their details, the most frequent first. */
export function reasonCounts(all: readonly Loss[]): ReasonCount[] {
  const byReason = Map.groupBy(holding(all), ({ reason }) => reason);
  const places: readonly string[] = lossReasonNames;
  return [...byReason]
    .map(([reason, losses]) => ({
      reason,
      count: losses.length,
      monthlyDollars: losses.reduce((sum, { monthlyDollars }) => sum + (monthlyDollars ?? 0), 0),
      details: [...Map.groupBy(losses, ({ reasonDetail }) => reasonDetail ?? '')]
        .filter(([detail]) => detail !== '')
        .map(([detail, own]) => ({ detail, count: own.length }))
        .sort((one, other) => other.count - one.count || (one.detail < other.detail ? -1 : 1)),
    }))
    .sort((one, other) => other.count - one.count || places.indexOf(one.reason) - places.indexOf(other.reason));
}

/** The losses that hold without a known reason, stated or found, where they are more than a tenth: there are reasons to be looked for. */
export function unknownReasons(all: readonly Loss[]): number {
  const losses = holding(all);
  const unknown = losses.filter((loss) => mainReason(loss) === 'Unknown').length;
  return unknown > mostUnknown * losses.length ? unknown : 0;
}
const mostUnknown = 0.1;

/** Months of tenure at the notice: from the first up to and with the last. */
export const tenureBands = [
  { name: 'Under 6 months', from: 0, to: 5 },
  { name: '6 to 11 months', from: 6, to: 11 },
  { name: '1 year', from: 12, to: 23 },
  { name: '2 years', from: 24, to: 35 },
  { name: '3 to 4 years', from: 36, to: 59 },
  { name: '5 years and more', from: 60, to: null },
] as const;

export const tenureCounts = (all: readonly Loss[]): number[] =>
  tenureBands.map(
    ({ from, to }) =>
      holding(all).filter(({ tenureMonths }) => tenureMonths !== null && tenureMonths >= from && (to === null || tenureMonths <= to))
        .length,
  );

/** The rows of the list that a figure counts: what was taken back is left out. */
export const holds: ListFilter = { column: 'isTakenBack', kind: 'is', value: false };
