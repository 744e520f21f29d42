import { type Day, daysBetween } from '#shared/core/dates.ts';
import type { OnboardingState } from '#shared/institutions/onboarding-states.ts';
import {
  countOnboardingDays,
  expectedScore,
  type OnboardingDaysAndTargets,
  type OnboardingPause,
  type OnboardingRules,
  type OnboardingWeekScore,
} from './progress.ts';

export interface OnboardingStatusInput {
  /** Go-live date; `null` when unknown. */
  liveOn: Day | null;
  leftOn: Day | null;
  graduatedOn: Day | null;
  extensionDays: number;
  pauses: readonly OnboardingPause[];
  /** Official weeks, oldest first. */
  weeks: readonly OnboardingWeekScore[];
  /** Dates of the first use of each product. */
  firstUses: readonly Day[];
}

export interface OnboardingCaseStatus {
  state: OnboardingState;
  /**
   * Number of days since go-live without paused days, negative before go-live; `null` when the
   * go-live date is unknown.
   */
  day: number | null;
  /** Last day of onboarding. */
  lastDay: number;
  /**
   * Last known score in percent. `scoreDay` is the `day` on which the week of the score ended.
   * `expected` is the expected score on that day. `pace` is `score - expected` in points.
   */
  score: number | null;
  scoreDay: number | null;
  expected: number | null;
  pace: number | null;
}

/** Returns the status of a case on a day, using only data that was known on that day. */
export function caseStatusOnDay(
  facts: OnboardingStatusInput,
  on: Day,
  plan: OnboardingDaysAndTargets,
  rules: OnboardingRules,
): OnboardingCaseStatus {
  const { liveOn, pauses } = facts;
  const lastDay = plan.days + facts.extensionDays;
  if (liveOn === null) {
    const state = facts.leftOn !== null && facts.leftOn <= on ? 'left' : 'not_live';
    return { state, day: null, lastDay, score: null, scoreDay: null, expected: null, pace: null };
  }
  const clock = { liveOn, pauses };
  const day = countOnboardingDays(clock, on);
  const scored = facts.weeks.findLast((week) => week.weekEnd <= on && week.score !== null);
  const score = scored?.score ?? null;
  const scoreDay = scored === undefined ? null : countOnboardingDays(clock, scored.weekEnd);
  const expected = scoreDay === null ? null : expectedScore(scoreDay, plan);
  const pace = score === null || expected === null ? null : score - expected;
  return {
    state: stateOf(facts, on, { day, lastDay, pace }, rules),
    day,
    lastDay,
    score,
    scoreDay,
    expected,
    pace,
  };
}

function stateOf(
  facts: OnboardingStatusInput,
  on: Day,
  { day, lastDay, pace }: { day: number; lastDay: number; pace: number | null },
  rules: OnboardingRules,
): OnboardingState {
  const has = (happened: Day | null) => happened !== null && happened <= on;
  if (has(facts.graduatedOn)) return 'graduated';
  if (has(facts.leftOn)) return 'left';
  if (day < 0) return 'not_live';
  if (day > lastDay) return 'timed_out';
  if (facts.pauses.some(({ from, until }) => from <= on && (until === null || until > on)))
    return 'paused';
  const isUsed = facts.firstUses.some((used) => used <= on);
  if (!isUsed && day >= rules.notStartedDay) return 'not_started';
  if (pace === null) return 'unscored';
  if (pace >= rules.onTrackFrom) return 'on_track';
  if (isStuck(facts, on, rules)) return 'stuck';
  return pace >= rules.behindFrom ? 'behind' : 'far_behind';
}

function isStuck(
  { weeks, firstUses }: OnboardingStatusInput,
  on: Day,
  { stuck }: OnboardingRules,
): boolean {
  const scored = weeks.filter((week) => week.weekEnd <= on && week.score !== null);
  const last = scored.at(-1);
  if (last === undefined) return false;
  const before = scored.findLast((week) => daysBetween(week.weekEnd, last.weekEnd) >= stuck.days);
  if (before === undefined || (last.score ?? 0) - (before.score ?? 0) >= stuck.points) return false;
  return !firstUses.some((used) => used <= on && daysBetween(used, last.weekEnd) < stuck.days);
}
