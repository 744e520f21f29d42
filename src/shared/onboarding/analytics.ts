import { addDays, type Day, monthEndOf } from '#shared/core/dates.ts';
import { minimumGroupSize } from '#shared/core/numbers/group-size.ts';
import type { ProductKey } from '#shared/core/products.ts';
import { defaultConfidence, type Interval } from '#shared/core/statistics/intervals.ts';
import {
  type Lifetime,
  type LogRank,
  logRank,
  type SurvivalQuantile,
  type SurvivalStep,
  survivalCurve,
  survivalQuantile,
} from '#shared/core/statistics/survival.ts';
import { isEndedState, isRunningState } from '#shared/institutions/onboarding-states.ts';
import { retentionComparisonLandmark } from './constants.ts';
import { firstUseLifetimes } from './figures.ts';
import { type BlockerKind, blockerKinds } from './milestones.ts';
import type { ListedOnboarding, OnboardingHistory } from './onboarding.ts';

/** Onboarding case with its history. */
export interface CaseWithHistory {
  row: ListedOnboarding;
  history: OnboardingHistory;
}

/** Returns all cases that went live, with their histories. */
export function casesWithHistory(
  rows: readonly ListedOnboarding[],
  histories: readonly OnboardingHistory[],
): CaseWithHistory[] {
  const byId = new Map(histories.map((history) => [history.institutionId, history]));
  return rows.flatMap((row) => {
    const history = byId.get(row.institutionId);
    return history === undefined ? [] : [{ row, history }];
  });
}

/**
 * Returns the first onboarding day with a score of at least `percent`; `null` when there is none.
 */
export const firstDayAtScore = ({ weeks }: OnboardingHistory, percent: number): number | null =>
  weeks.find(([day, score]) => day >= 0 && score !== null && score >= percent)?.[0] ?? null;

/**
 * Returns the survival data of an event. The time is the number of days until the event or, if the
 * event has not happened, the number of days observed. It is at least half a day, because durations
 * must not be zero.
 */
export const toLifetime = (happened: number | null, watched: number): Lifetime => ({
  entry: 0,
  time: Math.max(happened ?? watched, 0.5),
  event: happened !== null,
});

export interface FunnelStep {
  name: string;
  reached: number;
  /** Number of customers that reached the previous step and ended onboarding without this step. */
  dropped: number;
  /** Number of customers that reached the previous step and can still reach this step. */
  waiting: number;
  /** Kaplan–Meier median of the days from go-live to the step, over all customers. */
  median: SurvivalQuantile;
}

const steps: readonly { name: string; dayOf: (each: CaseWithHistory) => number | null }[] = [
  { name: 'EHR connected', dayOf: ({ history }) => history.connected },
  { name: 'First patient event', dayOf: ({ history }) => history.firstUse },
  { name: 'Score 25%', dayOf: ({ history }) => firstDayAtScore(history, 25) },
  { name: 'Score 50%', dayOf: ({ history }) => firstDayAtScore(history, 50) },
  { name: 'Score 80%', dayOf: ({ history }) => firstDayAtScore(history, 80) },
  { name: 'Graduated', dayOf: ({ history }) => history.graduated },
];

/**
 * Returns the funnel from kick-off to graduation. Each step counts only customers that reached the
 * previous step.
 */
export function buildFunnel(cases: readonly CaseWithHistory[]): FunnelStep[] {
  const kickedOff = cases.filter(({ row }) => row.kickoffOn !== null);
  const funnel: FunnelStep[] = [
    {
      name: 'Kick-off',
      reached: kickedOff.length,
      dropped: 0,
      waiting: 0,
      median: { at: null, low: null, high: null },
    },
  ];
  let before: readonly CaseWithHistory[] = kickedOff;
  for (const { name, dayOf } of steps) {
    const reached = before.filter((each) => dayOf(each) !== null);
    const missing = before.filter((each) => dayOf(each) === null);
    const dropped = missing.filter(({ row }) => isEndedState(row.state)).length;
    const lifetimes = cases.map((each) => toLifetime(dayOf(each), each.history.watched));
    const median = survivalQuantile(survivalCurve(lifetimes, defaultConfidence), 0.5);
    funnel.push({
      name,
      reached: reached.length,
      dropped,
      waiting: missing.length - dropped,
      median,
    });
    before = reached;
  }
  return funnel;
}

/**
 * Returns the survival curve of customers without a first patient event in a product; `undefined`
 * for too few customers.
 */
export function firstUseCurve(
  cases: readonly CaseWithHistory[],
  product: ProductKey,
  today: Day,
): { count: number; curve: SurvivalStep[] } | undefined {
  const lifetimes = cases.flatMap(({ row }) => firstUseLifetimes(row, today, [product]));
  return lifetimes.length < minimumGroupSize
    ? undefined
    : { count: lifetimes.length, curve: survivalCurve(lifetimes, defaultConfidence) };
}

export const cohortDays = [30, 60, 90, 120, 180] as const;
const cohortTargets: Record<(typeof cohortDays)[number], number> = {
  30: 25,
  60: 50,
  90: 80,
  120: 80,
  180: 80,
};

export interface CohortCell {
  day: number;
  /**
   * `undefined` when the month's customers haven't all reached the day, or too few of them have a
   * score.
   */
  figures: { count: number; mean: number; atTarget: number } | undefined;
  /** Reason why `figures` is missing. */
  why: 'young' | 'few' | undefined;
}

export interface OnboardingCohort {
  /** Go-live month as YYYY-MM. */
  month: string;
  count: number;
  cells: CohortCell[];
}

const maximumScoreAge = 14;

/** Returns the last score up to an onboarding day; `null` when it is more than two weeks old. */
export function findLastScoreByDay({ weeks }: OnboardingHistory, day: number): number | null {
  const last = weeks.findLast(
    ([at, score]) => at <= day && at > day - maximumScoreAge && score !== null,
  );
  return last?.[1] ?? null;
}

/** Returns go-live cohorts by month, newest first. */
export function buildOnboardingCohorts(
  cases: readonly CaseWithHistory[],
  today: Day,
): OnboardingCohort[] {
  const byMonth = Map.groupBy(cases, ({ row }) => row.goLiveDate?.slice(0, 7) ?? '');
  return [...byMonth]
    .filter(([month]) => month !== '')
    .toSorted(([one], [other]) => (one < other ? 1 : -1))
    .map(([month, members]) => ({
      month,
      count: members.length,
      cells: cohortDays.map((day) => cohortCell(members, month, day, today)),
    }));
}

function cohortCell(
  members: readonly CaseWithHistory[],
  month: string,
  day: (typeof cohortDays)[number],
  today: Day,
): CohortCell {
  if (addDays(monthEndOf(`${month}-01`), day) > today)
    return { day, figures: undefined, why: 'young' };
  const scores = members.flatMap(({ history }) => findLastScoreByDay(history, day) ?? []);
  if (scores.length < minimumGroupSize) return { day, figures: undefined, why: 'few' };
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  const atTarget = scores.filter((score) => score >= cohortTargets[day]).length / scores.length;
  return { day, figures: { count: scores.length, mean, atTarget }, why: undefined };
}

export interface BlockerLostDays {
  blocker: BlockerKind;
  days: number;
  customers: number;
  /** Share of all lost days that this blocker and all larger blockers caused, 0–1. */
  cumulative: number;
}

/** Returns days lost by blocker, largest first. */
export function sumDaysByBlocker(cases: readonly CaseWithHistory[]): BlockerLostDays[] {
  const losses = blockerKinds
    .map((blocker) => ({
      blocker,
      days: cases.reduce((sum, { history }) => sum + (history.lost[blocker] ?? 0), 0),
      customers: cases.filter(({ history }) => history.lost[blocker] !== undefined).length,
    }))
    .filter(({ customers }) => customers > 0)
    .toSorted((one, other) => other.days - one.days);
  const all = losses.reduce((sum, { days }) => sum + days, 0);
  let run = 0;
  return losses.map((loss) => {
    run += loss.days;
    return { ...loss, cumulative: all === 0 ? 0 : run / all };
  });
}

export interface OwnerCaseload {
  /** `null` when the CRM has no owner for the customer. */
  ownerName: string | null;
  running: number;
  /** Mean pace of customers with a score; `undefined` for too few customers. */
  pace: number | undefined;
  stuck: number;
}

/** Returns the number of customers in onboarding by owner, largest first. */
export function countOwnerCaseloads(rows: readonly ListedOnboarding[]): OwnerCaseload[] {
  const running = rows.filter(({ state }) => isRunningState(state));
  return [...Map.groupBy(running, ({ ownerName }) => ownerName)]
    .map(([ownerName, own]) => {
      const paces = own.flatMap(({ pace }) => pace ?? []);
      return {
        ownerName,
        running: own.length,
        pace:
          paces.length < minimumGroupSize
            ? undefined
            : paces.reduce((sum, pace) => sum + pace, 0) / paces.length,
        stuck: own.filter(({ state }) => state === 'stuck').length,
      };
    })
    .toSorted(
      (one, other) =>
        other.running - one.running || ((one.ownerName ?? '') < (other.ownerName ?? '') ? -1 : 1),
    );
}

export const retentionDay = 365;

export interface RetentionGroup {
  count: number;
  left: number;
  /**
   * Share of customers that stayed until `retentionDay`, 0–1, with its interval; `undefined` for
   * too few customers.
   */
  share: ({ at: number } & Partial<Interval>) | undefined;
  curve: SurvivalStep[];
}

export interface RetentionByEarlyScore {
  reached: RetentionGroup;
  missed: RetentionGroup;
  test: LogRank | undefined;
}

/**
 * Compares retention of customers with and without a score of 50 by day 60. Both groups include
 * only customers that stayed until day 60.
 */
export function compareRetentionByEarlyScore(
  cases: readonly CaseWithHistory[],
): RetentionByEarlyScore {
  const lives = (hasReached: boolean): Lifetime[] =>
    cases.flatMap(({ history }) => {
      const { day, score: landmarkScore } = retentionComparisonLandmark;
      const score = findLastScoreByDay(history, day);
      if (history.watched <= day || score === null || score >= landmarkScore !== hasReached)
        return [];
      return [{ entry: day, time: history.left ?? history.watched, event: history.left !== null }];
    });
  const [reached, missed] = [lives(true), lives(false)];
  return { reached: retained(reached), missed: retained(missed), test: logRank([reached, missed]) };
}

function retained(lives: readonly Lifetime[]): RetentionGroup {
  const curve = survivalCurve(lives, defaultConfidence);
  const step = curve.findLast(({ time }) => time <= retentionDay);
  // The share is known only when at least one customer was observed for `retentionDay` days or
  // longer.
  const isKnown =
    lives.length >= minimumGroupSize && lives.some(({ time }) => time >= retentionDay);
  const limits = step?.low == null || step.high === null ? {} : { low: step.low, high: step.high };
  return {
    count: lives.length,
    left: lives.filter(({ event }) => event).length,
    share: isKnown ? { at: step?.survival ?? 1, ...limits } : undefined,
    curve,
  };
}
