import { minimumGroupSize } from '#shared/core/numbers/group-size.ts';
import {
  defaultConfidence,
  type Interval,
  wilsonInterval,
} from '#shared/core/statistics/intervals.ts';
import type { SizeTier } from '#shared/core/tiers.ts';
import { numberText } from '#shared/core/words.ts';
import type { WorkingCalendar } from '#shared/work/working-calendar.ts';
import type { SlaClock } from './clocks.ts';
import type { SlaPolicy, SlaTarget } from './policies.ts';
import type { SlaKind, SlaStatus } from './words.ts';

interface Subject {
  kind: SlaKind;
  /** Priority of the ticket in the CRM; `null` when the clock isn't for a ticket. */
  priority: string | null;
  /** Size tier; `null` for a lost customer. */
  sizeTier: SizeTier | null;
}

/** Returns the first enabled policy of the subject's kind whose conditions match. */
export const findMatchingPolicy = (
  policies: readonly SlaPolicy[],
  { kind, priority, sizeTier }: Subject,
): SlaPolicy | undefined =>
  policies.find(
    (policy) =>
      policy.isOn &&
      policy.kind === kind &&
      (policy.priorities.length === 0 || policy.priorities.some((each) => each === priority)) &&
      (policy.sizeTiers.length === 0 || policy.sizeTiers.some((each) => each === sizeTier)),
  );

/** Period of time. An end of `null` means that the period continues. */
export interface TimeSpan {
  from: Date;
  until: Date | null;
}

/**
 * Returns the periods in which a clock runs: from its start until now, without its pauses. Pauses
 * may overlap.
 */
export function findRunningSpans(began: Date, pauses: readonly TimeSpan[]): TimeSpan[] {
  const runs: TimeSpan[] = [];
  let at: Date | null = began;
  for (const pause of pauses.toSorted((one, other) => one.from.getTime() - other.from.getTime())) {
    if (at === null) break;
    if (pause.until !== null && pause.until <= at) continue;
    if (pause.from > at) runs.push({ from: at, until: pause.from });
    at = pause.until;
  }
  if (at !== null) runs.push({ from: at, until: null });
  return runs;
}

/** Tolerance for rounding errors in sums of fractional minutes. */
const slack = 1e-6;

export interface SlaClockInput {
  began: Date;
  /** Time at which the clock ended; `null` while it runs. */
  ended: Date | null;
  target: SlaTarget;
  pauses: readonly TimeSpan[];
}

export interface ClockTime {
  usedMinutes: number;
  pausedMinutes: number;
  /** Minutes of working time left; `null` when there is no working time ahead. */
  leftMinutes: number | null;
  /**
   * Deadline; `null` when there is no working time ahead, or while the clock is paused and not
   * overdue.
   */
  due: Date | null;
  isOver: boolean;
}

/**
 * Calculates the used and remaining working minutes of a clock at `now`. A clock is overdue once it
 * has used more than its target.
 */
export function computeClockTime(
  { began, ended, target, pauses }: SlaClockInput,
  now: Date,
  calendar: WorkingCalendar,
): ClockTime {
  const end = ended ?? now;
  const runs = findRunningSpans(began, pauses);
  const usedMinutes = runs.reduce(
    (sum, { from, until }) =>
      sum + calendar.minutesBetween(from, until === null || until > end ? end : until),
    0,
  );
  const pausedMinutes = Math.max(0, calendar.minutesBetween(began, end) - usedMinutes);
  const given = minutesGiven(began, target, calendar);
  if (given === null)
    return { usedMinutes, pausedMinutes, leftMinutes: null, due: null, isOver: false };
  return {
    usedMinutes,
    pausedMinutes,
    leftMinutes: given - usedMinutes,
    due: dueOf(runs, given, calendar),
    isOver: usedMinutes > given + slack,
  };
}

function minutesGiven(began: Date, target: SlaTarget, calendar: WorkingCalendar): number | null {
  if (target.unit === 'minutes') return target.amount;
  const end = calendar.endOfDayAfter(began, target.amount);
  return end && calendar.minutesBetween(began, end);
}

function dueOf(runs: readonly TimeSpan[], given: number, calendar: WorkingCalendar): Date | null {
  let left = given;
  for (const { from, until } of runs) {
    const minutes =
      until === null ? Number.POSITIVE_INFINITY : calendar.minutesBetween(from, until);
    if (left <= minutes + slack) return calendar.after(from, left);
    left -= minutes;
  }
  return null;
}

/**
 * Returns the status of a clock. `outcome` is `null` while the clock runs, and 'dropped' when the
 * work became unnecessary.
 */
export function slaClockStatus({
  outcome,
  isOver,
  isPaused,
}: {
  outcome: 'done' | 'dropped' | null;
  isOver: boolean;
  isPaused: boolean;
}): SlaStatus {
  if (outcome === null) return isOver ? 'Overdue' : isPaused ? 'Paused' : 'Running';
  if (isOver) return 'Breached';
  return outcome === 'done' ? 'Met' : 'Not counted';
}

export interface PolicyAttainment {
  policyId: string;
  policyName: string;
  kind: SlaKind;
  /**
   * Number of clocks by status. The number for Overdue includes only clocks whose deadline was in
   * the period.
   */
  counts: Record<SlaStatus, number>;
  /** Number of clocks that were met, breached or overdue. */
  of: number;
  /**
   * Share of the clocks counted in `of` that were met, 0–1, with its confidence interval; `null`
   * for too few clocks.
   */
  share: number | null;
  interval: Interval | null;
}

type Counted = Pick<
  SlaClock,
  'policyId' | 'policyName' | 'policyVersion' | 'kind' | 'status' | 'decidedOn'
>;

/** Summarizes the clocks of each policy in a period. Uses the policy name of the newest version. */
export function computePolicyAttainments(
  rows: readonly Counted[],
  from: string,
): PolicyAttainment[] {
  return [...Map.groupBy(rows, ({ policyId }) => policyId)].map(([policyId, own]) => {
    const newest = own.reduce((last, row) => (row.policyVersion > last.policyVersion ? row : last));
    const count = (status: SlaStatus) =>
      own.filter(
        (row) => row.status === status && (status !== 'Overdue' || (row.decidedOn ?? '') >= from),
      ).length;
    const counts = {
      Overdue: count('Overdue'),
      Running: count('Running'),
      Paused: count('Paused'),
      Met: count('Met'),
      Breached: count('Breached'),
      'Not counted': count('Not counted'),
    };
    const of = counts.Met + counts.Breached + counts.Overdue;
    const interval =
      of < minimumGroupSize ? undefined : wilsonInterval(counts.Met, of, defaultConfidence);
    const share = interval === undefined ? null : counts.Met / of;
    return {
      policyId,
      policyName: newest.policyName,
      kind: newest.kind,
      counts,
      of,
      share,
      interval: interval ?? null,
    };
  });
}

/** Formats a target: '2 working days', '4 working hours', '90 working minutes'. */
export function slaTargetText({ unit, amount }: SlaTarget): string {
  const [count, noun] =
    unit === 'days'
      ? [amount, 'day']
      : amount % 60 === 0
        ? [amount / 60, 'hour']
        : [amount, 'minute'];
  return `${numberText(count)} working ${noun}${count === 1 ? '' : 's'}`;
}
