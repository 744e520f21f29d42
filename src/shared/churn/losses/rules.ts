import { addDays, type Day, daysBetween } from '#shared/core/dates.ts';
import { median } from '#shared/core/numbers/median.ts';
import {
  defaultConfidence,
  type Interval,
  wilsonInterval,
} from '#shared/core/statistics/intervals.ts';
import { dayInWords } from '#shared/core/words.ts';
import type { ListFilter } from '#shared/list/state.ts';
import { findHealthTierBeforeNotice, resolveMainReason } from './columns.ts';
import type { Loss } from './losses.ts';
import { lossReasonKeys } from './reasons.ts';

/**
 * Length of the reporting period in days. Figures are compared with the previous period of the same
 * length.
 */
export const reportingPeriodDays = 90;

/** Returns the losses that are not withdrawn. */
export const filterActiveLosses = (losses: readonly Loss[]): Loss[] =>
  losses.filter(({ takenBack }) => takenBack === null);

/** Describes the period of all losses: 'since Dec 3, 2025'. Returns `null` without losses. */
export function lossHistoryText(all: readonly Loss[]): string | null {
  const [first] = filterActiveLosses(all)
    .map(({ noticedOn }) => noticedOn)
    .sort();
  return first === undefined ? null : `since ${dayInWords(first)}`;
}

export interface LossFigures {
  losses: number;
  lossesBefore: number;
  locations: number;
  monthlyDollars: number;
  /** Number of losses without a known revenue. */
  unpriced: number;
  /** Number of losses without a known number of locations. */
  unlocated: number;
  /** Losses that were wholly or partly avoidable, among losses for which this is known. */
  avoidable: { count: number; of: number; interval: Interval | undefined };
  /** Median days from notice to departure; `null` when there is no loss. */
  leadDays: number | null;
  /** Number of losses with an overdue review, including losses outside the reporting period. */
  overdue: number;
}

const noticedIn = (losses: readonly Loss[], from: Day, to: Day): Loss[] =>
  losses.filter(({ noticedOn }) => noticedOn >= from && noticedOn <= to);

/** Computes the figures of active losses for the 90 days that end on `today`. */
export function computeLossFigures(all: readonly Loss[], today: Day): LossFigures {
  const losses = filterActiveLosses(all);
  const { from } = computeLastReportingPeriod(today);
  const recent = noticedIn(losses, from, today);
  const judged = recent.filter(({ avoidable }) => avoidable !== null);
  const avoided = judged.filter(({ avoidable }) => avoidable !== 'no').length;
  return {
    losses: recent.length,
    lossesBefore: noticedIn(losses, addDays(from, -reportingPeriodDays), addDays(from, -1)).length,
    locations: recent.reduce((sum, { locationsLost }) => sum + (locationsLost ?? 0), 0),
    monthlyDollars: recent.reduce((sum, { monthlyDollars }) => sum + (monthlyDollars ?? 0), 0),
    unlocated: recent.filter(({ locationsLost }) => locationsLost === null).length,
    unpriced: recent.filter(({ monthlyDollars }) => monthlyDollars === null).length,
    avoidable: {
      count: avoided,
      of: judged.length,
      interval: wilsonInterval(avoided, judged.length, defaultConfidence),
    },
    leadDays: median(
      recent.map(({ noticedOn, effectiveOn }) => daysBetween(noticedOn, effectiveOn)),
    ),
    overdue: losses.filter(
      ({ retroDoneOn, retroDueOn }) =>
        (retroDoneOn === null || retroDoneOn > today) && retroDueOn < today,
    ).length,
  };
}

export const computeLastReportingPeriod = (today: Day): { from: Day; to: Day } => ({
  from: addDays(today, 1 - reportingPeriodDays),
  to: today,
});

export const lossHealthTierNames = [
  'Healthy',
  'Medium',
  'Critical',
  'Unknown',
  'No score',
] as const;

/** Counts active losses by health tier `reportedDaysBeforeNotice[at]` days before the notice. */
export const countHealthTiersBeforeNotice = (
  all: readonly Loss[],
  at: number,
): Map<string, number> => {
  const counts = new Map<string, number>(lossHealthTierNames.map((name) => [name, 0]));
  for (const loss of filterActiveLosses(all))
    counts.set(
      findHealthTierBeforeNotice(loss, at),
      (counts.get(findHealthTierBeforeNotice(loss, at)) ?? 0) + 1,
    );
  return counts;
};

export interface ReasonCount {
  reason: string;
  count: number;
  monthlyDollars: number;
  details: { detail: string; count: number }[];
}

/** Counts the reasons of active losses with their details, most frequent first. */
export function countLossReasons(all: readonly Loss[]): ReasonCount[] {
  const byReason = Map.groupBy(filterActiveLosses(all), ({ reason }) => reason);
  const places: readonly string[] = lossReasonKeys;
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
    .sort(
      (one, other) =>
        other.count - one.count || places.indexOf(one.reason) - places.indexOf(other.reason),
    );
}

/**
 * Returns the number of active losses without a known reason. Returns 0 when they are at most a
 * tenth of the losses.
 */
export function countNotableUnknownReasons(all: readonly Loss[]): number {
  const losses = filterActiveLosses(all);
  const unknown = losses.filter((loss) => resolveMainReason(loss) === 'Unknown').length;
  return unknown > mostUnknown * losses.length ? unknown : 0;
}
const mostUnknown = 0.1;

/** Ranges of tenure at the notice, in months. `to` is inclusive. */
export const tenureBands = [
  { name: 'Under 6 months', from: 0, to: 5 },
  { name: '6 to 11 months', from: 6, to: 11 },
  { name: '1 year', from: 12, to: 23 },
  { name: '2 years', from: 24, to: 35 },
  { name: '3 to 4 years', from: 36, to: 59 },
  { name: '5 years and more', from: 60, to: null },
] as const;

export const countLossesByTenure = (all: readonly Loss[]): number[] =>
  tenureBands.map(
    ({ from, to }) =>
      filterActiveLosses(all).filter(
        ({ tenureMonths }) =>
          tenureMonths !== null && tenureMonths >= from && (to === null || tenureMonths <= to),
      ).length,
  );

/** List filter for active losses, the only losses that figures count. */
export const activeLossesFilter: ListFilter = { column: 'isTakenBack', kind: 'is', value: false };
