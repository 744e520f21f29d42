import { addDays, type Day, daysBetween } from '#shared/core/dates.ts';
import { defaultConfidence } from '#shared/core/statistics/intervals.ts';
import { survivalCurve, survivalQuantile } from '#shared/core/statistics/survival.ts';
import { isEndedState, isRunningState } from '#shared/institutions/onboarding-states.ts';
import type { ListedOnboarding } from './onboarding.ts';
import type { Checkpoint } from './progress.ts';

/** Number of recent days in which passed checkpoints are counted. */
export const recentCheckpointDays = 90;

const paced: readonly ListedOnboarding['state'][] = [
  'on_track',
  'behind',
  'far_behind',
  'stuck',
  'not_started',
];

export interface OnboardingFigures {
  running: number;
  onTrack: number;
  /**
   * Number of running cases that are on track or off track. Paused cases and cases without a score
   * are not counted.
   */
  paced: number;
  stuck: number;
  /**
   * Average number of days since go-live, without paused days, over all running cases; `null` when
   * no case is running.
   */
  averageDay: number | null;
  /**
   * Kaplan–Meier median of days to the first use, over all products of running customers; `null`
   * when fewer than half of these products are in use.
   */
  medianFirstUse: number | null;
  liveThisMonth: number;
  liveThisWeek: number;
}

/** Computes the figures of the cases in `rows` as of seven days ago. */
export const figuresWeekBefore = (
  rows: readonly ListedOnboarding[],
  today: Day,
): OnboardingFigures =>
  onboardingFigures(
    rows.map((row) => ({ ...row, ...row.weekBefore })),
    addDays(today, -7),
  );

export function onboardingFigures(
  rows: readonly ListedOnboarding[],
  today: Day,
): OnboardingFigures {
  const running = rows.filter(({ state }) => isRunningState(state));
  const days = running.flatMap(({ day }) => day ?? []);
  const lifetimes = running.flatMap((row) => firstUseLifetimes(row, today));
  return {
    running: running.length,
    onTrack: running.filter(({ state }) => state === 'on_track').length,
    paced: running.filter(({ state }) => paced.includes(state)).length,
    stuck: running.filter(({ state }) => state === 'stuck').length,
    averageDay: days.length === 0 ? null : days.reduce((sum, day) => sum + day, 0) / days.length,
    medianFirstUse: survivalQuantile(survivalCurve(lifetimes, defaultConfidence), 0.5).at,
    liveThisMonth: rows.filter(
      ({ goLiveDate }) =>
        goLiveDate !== null && goLiveDate <= today && goLiveDate.slice(0, 7) === today.slice(0, 7),
    ).length,
    liveThisWeek: rows.filter(
      ({ goLiveDate }) =>
        goLiveDate !== null && goLiveDate <= today && goLiveDate > addDays(today, -7),
    ).length,
  };
}

/** Returns survival data of first use for each entitled product of a case. */
export function firstUseLifetimes(
  row: ListedOnboarding,
  today: Day,
  only: readonly string[] = row.entitled,
) {
  const { goLiveDate, leftOn, firstUses } = row;
  if (goLiveDate === null || goLiveDate > today) return [];
  const watched = daysBetween(goLiveDate, leftOn !== null && leftOn < today ? leftOn : today);
  return row.entitled
    .filter((product) => only.includes(product))
    .map((product) => {
      const used = firstUses[product];
      const isUsed = used !== undefined && used <= watched;
      // The minimum of half a day avoids zero durations.
      return { entry: 0, time: Math.max(isUsed ? used : watched, 0.5), event: isUsed };
    });
}

export interface CheckpointFigures extends Checkpoint {
  reached: number;
  /** Number of customers that recently passed the checkpoint and had a known score. */
  total: number;
}

/**
 * Computes for each checkpoint the number of customers that recently passed it, and the number of
 * these customers that had reached its target.
 */
export function countCheckpointResults(
  rows: readonly ListedOnboarding[],
  checkpoints: readonly Checkpoint[],
  today: Day,
): CheckpointFigures[] {
  return checkpoints.map((checkpoint) => {
    const met = rows.flatMap((row) =>
      row.checkpoints.filter(
        ({ day, passedOn, score }) =>
          day === checkpoint.day &&
          score !== null &&
          passedOn <= today &&
          daysBetween(passedOn, today) < recentCheckpointDays,
      ),
    );
    return {
      ...checkpoint,
      total: met.length,
      reached: met.filter(({ score, percent }) => (score ?? 0) >= percent).length,
    };
  });
}

/** Returns graduated cases, newest first. The page shows them when no customer is in onboarding. */
export const listRecentGraduates = (rows: readonly ListedOnboarding[]): ListedOnboarding[] =>
  rows
    .filter(({ state, graduatedOn }) => isEndedState(state) && graduatedOn !== null)
    .toSorted((one, other) => ((one.graduatedOn ?? '') < (other.graduatedOn ?? '') ? 1 : -1));
