import { addDays, type Day, daysBetween } from '#shared/core/dates.ts';
import type { onboardingDaysAndTargets } from '#shared/institutions/onboarding-plan.ts';
import type { onboardingRules } from './constants.ts';

export type OnboardingDaysAndTargets = typeof onboardingDaysAndTargets;
export type OnboardingRules = typeof onboardingRules;

export interface OnboardingPause {
  from: Day;
  /** First day after the pause; `null` while the pause continues. */
  until: Day | null;
}

/** Go-live date and pauses, from which onboarding days are counted. */
export interface OnboardingDayInput {
  liveOn: Day;
  /** Pauses without overlaps. */
  pauses: readonly OnboardingPause[];
}

const earlier = (one: Day, other: Day): Day => (one < other ? one : other);
const later = (one: Day, other: Day): Day => (one > other ? one : other);

/** Returns the days since go-live, without paused days; negative before go-live. */
export function countOnboardingDays({ liveOn, pauses }: OnboardingDayInput, on: Day): number {
  const paused = pauses.map(({ from, until }) =>
    Math.max(0, daysBetween(later(from, liveOn), earlier(until ?? on, on))),
  );
  return daysBetween(liveOn, on) - paused.reduce((sum, days) => sum + days, 0);
}

/**
 * Returns the expected adoption score in percent. It rises in a straight line from 0 at go-live
 * through the targets, and stays at the last target.
 */
export function expectedScore(
  day: number,
  { targets }: Pick<OnboardingDaysAndTargets, 'targets'>,
): number {
  let from: { day: number; percent: number } = { day: 0, percent: 0 };
  if (day <= 0) return 0;
  for (const target of targets) {
    if (day <= target.day)
      return (
        from.percent +
        ((target.percent - from.percent) * (day - from.day)) / (target.day - from.day)
      );
    from = target;
  }
  return from.percent;
}

export interface Checkpoint {
  day: number;
  /** Target for the adoption score in percent. */
  percent: number;
}

/**
 * Returns the targets as checkpoints, plus a checkpoint at the end of onboarding with the last
 * target.
 */
export const listOnboardingCheckpoints = ({
  targets,
  days,
}: OnboardingDaysAndTargets): Checkpoint[] => [
  ...targets,
  { day: days, percent: targets[targets.length - 1]?.percent ?? 0 },
];

/** Score of an official week. */
export interface OnboardingWeekScore {
  weekEnd: Day;
  /** Adoption score in percent; `null` when unknown. */
  score: number | null;
}

/** Maximum age in days of a score that counts for a checkpoint. */
const maximumScoreAge = 14;

/**
 * Returns the last score that was known on the day of a checkpoint. Returns `null` when no score
 * was known, and `undefined` before that day.
 */
export function checkpointScore(
  {
    clock,
    weeks,
    on,
  }: { clock: OnboardingDayInput; weeks: readonly OnboardingWeekScore[]; on: Day },
  checkpoint: Checkpoint,
): number | null | undefined {
  if (countOnboardingDays(clock, on) < checkpoint.day) return undefined;
  const before = weeks.findLast(
    (week) =>
      week.weekEnd <= on &&
      countOnboardingDays(clock, week.weekEnd) <= checkpoint.day &&
      week.score !== null,
  );
  if (before === undefined) return null;
  return countOnboardingDays(clock, before.weekEnd) > checkpoint.day - maximumScoreAge
    ? before.score
    : null;
}

/** Returns the next checkpoint and the days until it; `undefined` after the last checkpoint. */
export function nextCheckpoint(
  day: number,
  plan: OnboardingDaysAndTargets,
): (Checkpoint & { daysLeft: number }) | undefined {
  const next = listOnboardingCheckpoints(plan).find((checkpoint) => checkpoint.day >= day);
  return next && { ...next, daysLeft: next.day - day };
}

/**
 * Returns the last day of the official week that completes graduation by score; `null` when there
 * is none. Only consecutive weeks count.
 */
export function graduationDay(
  weeks: readonly OnboardingWeekScore[],
  { graduation }: Pick<OnboardingRules, 'graduation'>,
): Day | null {
  let [run, last]: [number, Day | null] = [0, null];
  for (const { weekEnd, score } of weeks) {
    const isConsecutive = last === null || addDays(last, 7) === weekEnd;
    run = score !== null && score >= graduation.score ? (isConsecutive ? run + 1 : 1) : 0;
    last = weekEnd;
    if (run >= graduation.weeks) return weekEnd;
  }
  return null;
}
