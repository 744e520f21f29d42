import { addDays, type Day, daysBetween } from '#shared/core/dates.ts';
import type { onboardingPlan } from '#shared/institutions/onboarding-plan.ts';
import type { onboardingRules } from '#shared/metrics/constants.ts';

export type OnboardingPlan = typeof onboardingPlan;
export type OnboardingRules = typeof onboardingRules;

export interface Pause {
  from: Day;
  /** The first day that counts again; null while it lasts. */
  until: Day | null;
}

/** What the onboarding clock runs by. */
export interface OnboardingClock {
  liveOn: Day;
  /** None overlaps another. */
  pauses: readonly Pause[];
}

const earlier = (one: Day, other: Day): Day => (one < other ? one : other);
const later = (one: Day, other: Day): Day => (one > other ? one : other);

/** Days since go-live without those paused; negative before go-live. */
export function onboardingDay({ liveOn, pauses }: OnboardingClock, on: Day): number {
  const paused = pauses.map(({ from, until }) => Math.max(0, daysBetween(later(from, liveOn), earlier(until ?? on, on))));
  return daysBetween(liveOn, on) - paused.reduce((sum, days) => sum + days, 0);
}

/** The adoption score in percent that is expected on a day: straight from 0 at go-live through the targets, and held after the last. */
export function expectedScore(day: number, { targets }: Pick<OnboardingPlan, 'targets'>): number {
  let from: { day: number; percent: number } = { day: 0, percent: 0 };
  if (day <= 0) return 0;
  for (const target of targets) {
    if (day <= target.day) return from.percent + ((target.percent - from.percent) * (day - from.day)) / (target.day - from.day);
    from = target;
  }
  return from.percent;
}

export interface Checkpoint {
  day: number;
  /** The score to be reached by it. */
  percent: number;
}

/** The targets, and the end of onboarding at which the last of them still holds. */
export const checkpointsOf = ({ targets, days }: OnboardingPlan): Checkpoint[] => [
  ...targets,
  { day: days, percent: targets[targets.length - 1]?.percent ?? 0 },
];

/** The score of an official week. */
export interface OnboardingWeek {
  weekEnd: Day;
  /** Percent; null where it could not be told. */
  score: number | null;
}

/** As long a score speaks for a checkpoint that comes after it. */
const freshDays = 14;

/** The score with which a checkpoint was met: the last one known by that day. Null when none is, undefined before the day. */
export function checkpointScore(
  { clock, weeks, on }: { clock: OnboardingClock; weeks: readonly OnboardingWeek[]; on: Day },
  checkpoint: Checkpoint,
): number | null | undefined {
  if (onboardingDay(clock, on) < checkpoint.day) return undefined;
  const before = weeks.findLast(
    (week) => week.weekEnd <= on && onboardingDay(clock, week.weekEnd) <= checkpoint.day && week.score !== null,
  );
  if (before === undefined) return null;
  return onboardingDay(clock, before.weekEnd) > checkpoint.day - freshDays ? before.score : null;
}

/** The checkpoint that comes next, with the days until it; undefined after the last. */
export function nextCheckpoint(day: number, plan: OnboardingPlan): (Checkpoint & { daysLeft: number }) | undefined {
  const next = checkpointsOf(plan).find((checkpoint) => checkpoint.day >= day);
  return next && { ...next, daysLeft: next.day - day };
}

/** The end of the official week with which the scores make a graduate; null without one. The weeks follow each other. */
export function graduationDay(weeks: readonly OnboardingWeek[], { graduation }: Pick<OnboardingRules, 'graduation'>): Day | null {
  let [run, last]: [number, Day | null] = [0, null];
  for (const { weekEnd, score } of weeks) {
    const follows = last === null || addDays(last, 7) === weekEnd;
    run = score !== null && score >= graduation.score ? (follows ? run + 1 : 1) : 0;
    last = weekEnd;
    if (run >= graduation.weeks) return weekEnd;
  }
  return null;
}
