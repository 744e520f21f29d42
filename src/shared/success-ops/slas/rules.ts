import { smallestGroup } from '#shared/core/numbers/group-size.ts';
import { defaultConfidence, type Interval, wilson } from '#shared/core/statistics/intervals.ts';
import type { SizeTier } from '#shared/core/tiers.ts';
import type { WorkingCalendar } from '#shared/work/working-calendar.ts';
import type { SlaClock } from './clocks.ts';
import type { SlaPolicy, SlaTarget } from './policies.ts';
import type { SlaKind, SlaStatus } from './words.ts';

interface Subject {
  kind: SlaKind;
  /** As the CRM has it; null for what is no ticket. */
  priority: string | null;
  /** null for a customer that has left. */
  sizeTier: SizeTier | null;
}

/** The first policy that is on, of this kind, and whose conditions hold. */
export const policyFor = (policies: readonly SlaPolicy[], { kind, priority, sizeTier }: Subject): SlaPolicy | undefined =>
  policies.find(
    (policy) =>
      policy.isOn &&
      policy.kind === kind &&
      (policy.priorities.length === 0 || policy.priorities.some((each) => each === priority)) &&
      (policy.sizeTiers.length === 0 || policy.sizeTiers.some((each) => each === sizeTier)),
  );

/** From an instant until another; null while it lasts. */
export interface Span {
  from: Date;
  until: Date | null;
}

/** The stretches in which a clock runs: since it began, without its pauses, which may overlap. */
export function runsOf(began: Date, pauses: readonly Span[]): Span[] {
  const runs: Span[] = [];
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

/** Sums of parts of minutes differ in their last digits. */
const slack = 1e-6;

export interface ClockFacts {
  began: Date;
  /** null while it runs. */
  ended: Date | null;
  target: SlaTarget;
  pauses: readonly Span[];
}

export interface ClockTime {
  usedMinutes: number;
  pausedMinutes: number;
  /** null where no working time comes. */
  leftMinutes: number | null;
  /** null while it is paused without being over, and where no working time comes. */
  due: Date | null;
  isOver: boolean;
}

/** How a clock stands at an instant, in minutes of working time; it is over when more were used than its target gives. */
export function clockTime({ began, ended, target, pauses }: ClockFacts, now: Date, calendar: WorkingCalendar): ClockTime {
  const end = ended ?? now;
  const runs = runsOf(began, pauses);
  const usedMinutes = runs.reduce(
    (sum, { from, until }) => sum + calendar.minutesBetween(from, until === null || until > end ? end : until),
    0,
  );
  const pausedMinutes = Math.max(0, calendar.minutesBetween(began, end) - usedMinutes);
  const given = minutesGiven(began, target, calendar);
  if (given === null) return { usedMinutes, pausedMinutes, leftMinutes: null, due: null, isOver: false };
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

function dueOf(runs: readonly Span[], given: number, calendar: WorkingCalendar): Date | null {
  let left = given;
  for (const { from, until } of runs) {
    const minutes = until === null ? Number.POSITIVE_INFINITY : calendar.minutesBetween(from, until);
    if (left <= minutes + slack) return calendar.after(from, left);
    left -= minutes;
  }
  return null;
}

/** What has become of a clock; `outcome` is null while it runs, and 'dropped' where what it waits for can no longer come. */
export function statusOf({
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

export interface Attainment {
  policyId: string;
  policyName: string;
  kind: SlaKind;
  /** By status; of Overdue only those that came due in the period. */
  counts: Record<SlaStatus, number>;
  /** Those that were decided. */
  of: number;
  /** Of those, the part that was met, 0 to 1, and its interval; null for too few to tell. */
  share: number | null;
  interval: Interval | null;
}

type Counted = Pick<SlaClock, 'policyId' | 'policyName' | 'policyVersion' | 'kind' | 'status' | 'decidedOn'>;

/** What became of the clocks of each policy in a period. A policy has the name of its newest version. */
export function attainmentOf(rows: readonly Counted[], from: string): Attainment[] {
  return [...Map.groupBy(rows, ({ policyId }) => policyId)].map(([policyId, own]) => {
    const newest = own.reduce((last, row) => (row.policyVersion > last.policyVersion ? row : last));
    const count = (status: SlaStatus) =>
      own.filter((row) => row.status === status && (status !== 'Overdue' || (row.decidedOn ?? '') >= from)).length;
    const counts = {
      Overdue: count('Overdue'),
      Running: count('Running'),
      Paused: count('Paused'),
      Met: count('Met'),
      Breached: count('Breached'),
      'Not counted': count('Not counted'),
    };
    const of = counts.Met + counts.Breached + counts.Overdue;
    const interval = of < smallestGroup ? undefined : wilson(counts.Met, of, defaultConfidence);
    const share = interval === undefined ? null : counts.Met / of;
    return { policyId, policyName: newest.policyName, kind: newest.kind, counts, of, share, interval: interval ?? null };
  });
}

/** '2 working days', '4 working hours', '90 working minutes' */
export function targetText({ unit, amount }: SlaTarget): string {
  const [count, noun] = unit === 'days' ? [amount, 'day'] : amount % 60 === 0 ? [amount / 60, 'hour'] : [amount, 'minute'];
  return `${count.toLocaleString('en-US')} working ${noun}${count === 1 ? '' : 's'}`;
}
