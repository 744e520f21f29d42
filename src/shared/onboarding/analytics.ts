import { addDays, type Day } from '#shared/core/dates.ts';
import { smallestGroup } from '#shared/core/numbers/group-size.ts';
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
import { onboardingLandmark } from '#shared/metrics/constants.ts';
import { firstUseLifetimes } from './figures.ts';
import { type Blocker, blockers } from './milestones.ts';
import type { ListedOnboarding, OnboardingHistory } from './onboarding.ts';
import { isEnded, isRunning } from './states.ts';

/** A case with what happened in it. */
export interface CaseWithHistory {
  row: ListedOnboarding;
  history: OnboardingHistory;
}

/** The cases that are or were live, with their histories. */
export function casesWithHistory(rows: readonly ListedOnboarding[], histories: readonly OnboardingHistory[]): CaseWithHistory[] {
  const byId = new Map(histories.map((history) => [history.institutionId, history]));
  return rows.flatMap((row) => {
    const history = byId.get(row.institutionId);
    return history === undefined ? [] : [{ row, history }];
  });
}

/** The day on which a score was reached for the first time; null where it was not. */
export const dayAtScore = ({ weeks }: OnboardingHistory, percent: number): number | null =>
  weeks.find(([day, score]) => day >= 0 && score !== null && score >= percent)?.[0] ?? null;

/** Days until something happened, or as long as it was watched for. Nobody is watched for no time. */
export const lifetimeUntil = (happened: number | null, watched: number): Lifetime => ({
  entry: 0,
  time: Math.max(happened ?? watched, 0.5),
  event: happened !== null,
});

export interface FunnelStep {
  name: string;
  reached: number;
  /** Of those that reached the step before, those whose onboarding ended without this one. */
  dropped: number;
  /** Of those, those that may still reach it. */
  waiting: number;
  /** Days from go-live, Kaplan–Meier over all of them. */
  median: SurvivalQuantile;
}

const steps: readonly { name: string; dayOf: (each: CaseWithHistory) => number | null }[] = [
  { name: 'Records system connected', dayOf: ({ history }) => history.connected },
  { name: 'First patient event', dayOf: ({ history }) => history.firstUse },
  { name: 'Score 25%', dayOf: ({ history }) => dayAtScore(history, 25) },
  { name: 'Score 50%', dayOf: ({ history }) => dayAtScore(history, 50) },
  { name: 'Score 80%', dayOf: ({ history }) => dayAtScore(history, 80) },
  { name: 'Graduated', dayOf: ({ history }) => history.graduated },
];

/** The way from kick-off to graduation. Each step is counted among those that reached the one before. */
export function funnelOf(cases: readonly CaseWithHistory[]): FunnelStep[] {
  const kickedOff = cases.filter(({ row }) => row.kickoffOn !== null);
  const funnel: FunnelStep[] = [
    { name: 'Kick-off', reached: kickedOff.length, dropped: 0, waiting: 0, median: { at: null, low: null, high: null } },
  ];
  let before: readonly CaseWithHistory[] = kickedOff;
  for (const { name, dayOf } of steps) {
    const reached = before.filter((each) => dayOf(each) !== null);
    const missing = before.filter((each) => dayOf(each) === null);
    const dropped = missing.filter(({ row }) => isEnded(row.state)).length;
    const lifetimes = cases.map((each) => lifetimeUntil(dayOf(each), each.history.watched));
    const median = survivalQuantile(survivalCurve(lifetimes, defaultConfidence), 0.5);
    funnel.push({ name, reached: reached.length, dropped, waiting: missing.length - dropped, median });
    before = reached;
  }
  return funnel;
}

/** Share that has not seen its first patient event in a product yet, by days from go-live; undefined for too few. */
export function firstUseCurve(
  cases: readonly CaseWithHistory[],
  product: ProductKey,
  today: Day,
): { count: number; curve: SurvivalStep[] } | undefined {
  const lifetimes = cases.flatMap(({ row }) => firstUseLifetimes(row, today, [product]));
  return lifetimes.length < smallestGroup ? undefined : { count: lifetimes.length, curve: survivalCurve(lifetimes, defaultConfidence) };
}

export const cohortDays = [30, 60, 90, 120, 180] as const;
const cohortTargets: Record<(typeof cohortDays)[number], number> = { 30: 25, 60: 50, 90: 80, 120: 80, 180: 80 };

export interface CohortCell {
  day: number;
  /** undefined where the cohort is younger than the cell, or too few have a score. */
  figures: { count: number; mean: number; atTarget: number } | undefined;
  /** Why there are none. */
  why: 'young' | 'few' | undefined;
}

export interface Cohort {
  /** 'YYYY-MM' */
  month: string;
  count: number;
  cells: CohortCell[];
}

const fresh = 14;

/** The last score by a day of the onboarding clock, at most two weeks old. */
export function scoreByDay({ weeks }: OnboardingHistory, day: number): number | null {
  const last = weeks.findLast(([at, score]) => at <= day && at > day - fresh && score !== null);
  return last?.[1] ?? null;
}

const lastDayOf = (month: string): Day => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return addDays(number === 12 ? `${year + 1}-01-01` : `${year}-${String(number + 1).padStart(2, '0')}-01`, -1);
};

/** Go-live months, newest first, at each of the days. */
export function cohortsOf(cases: readonly CaseWithHistory[], today: Day): Cohort[] {
  const byMonth = Map.groupBy(cases, ({ row }) => row.goLiveDate?.slice(0, 7) ?? '');
  return [...byMonth]
    .filter(([month]) => month !== '')
    .toSorted(([one], [other]) => (one < other ? 1 : -1))
    .map(([month, members]) => ({ month, count: members.length, cells: cohortDays.map((day) => cohortCell(members, month, day, today)) }));
}

function cohortCell(members: readonly CaseWithHistory[], month: string, day: (typeof cohortDays)[number], today: Day): CohortCell {
  if (addDays(lastDayOf(month), day) > today) return { day, figures: undefined, why: 'young' };
  const scores = members.flatMap(({ history }) => scoreByDay(history, day) ?? []);
  if (scores.length < smallestGroup) return { day, figures: undefined, why: 'few' };
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  const atTarget = scores.filter((score) => score >= cohortTargets[day]).length / scores.length;
  return { day, figures: { count: scores.length, mean, atTarget }, why: undefined };
}

export interface BlockerLoss {
  blocker: Blocker;
  days: number;
  customers: number;
  /** Of the days lost to this and to all greater ones, 0 to 1. */
  cumulative: number;
}

/** Days lost by blocker, most first. */
export function blockerPareto(cases: readonly CaseWithHistory[]): BlockerLoss[] {
  const losses = blockers
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

export interface OwnerLoad {
  /** null where the CRM names nobody. */
  ownerName: string | null;
  running: number;
  /** Mean pace of those with a score; undefined for too few. */
  pace: number | undefined;
  stuck: number;
}

/** How many each owner has in onboarding, most first. */
export function ownerLoads(rows: readonly ListedOnboarding[]): OwnerLoad[] {
  const running = rows.filter(({ state }) => isRunning(state));
  return [...Map.groupBy(running, ({ ownerName }) => ownerName)]
    .map(([ownerName, own]) => {
      const paces = own.flatMap(({ pace }) => pace ?? []);
      return {
        ownerName,
        running: own.length,
        pace: paces.length < smallestGroup ? undefined : paces.reduce((sum, pace) => sum + pace, 0) / paces.length,
        stuck: own.filter(({ state }) => state === 'stuck').length,
      };
    })
    .toSorted((one, other) => other.running - one.running || ((one.ownerName ?? '') < (other.ownerName ?? '') ? -1 : 1));
}

export const retentionDay = 365;

export interface Retained {
  count: number;
  left: number;
  /** Share still there on that day, with its interval; undefined for too few. */
  share: ({ at: number } & Partial<Interval>) | undefined;
  curve: SurvivalStep[];
}

export interface Retention {
  reached: Retained;
  missed: Retained;
  test: LogRank | undefined;
}

/** Who stays, among those still there at day 60, by whether their score had reached 50 by then. */
export function retentionOf(cases: readonly CaseWithHistory[]): Retention {
  const lives = (wanted: boolean): Lifetime[] =>
    cases.flatMap(({ history }) => {
      const { day, score: wantedScore } = onboardingLandmark;
      const score = scoreByDay(history, day);
      if (history.watched <= day || score === null || score >= wantedScore !== wanted) return [];
      return [{ entry: day, time: history.left ?? history.watched, event: history.left !== null }];
    });
  const [reached, missed] = [lives(true), lives(false)];
  return { reached: retained(reached), missed: retained(missed), test: logRank([reached, missed]) };
}

function retained(lives: readonly Lifetime[]): Retained {
  const curve = survivalCurve(lives, defaultConfidence);
  const step = curve.findLast(({ time }) => time <= retentionDay);
  // Nobody watched for so long: the share on that day is not known.
  const isKnown = lives.length >= smallestGroup && lives.some(({ time }) => time >= retentionDay);
  const limits = step?.low == null || step.high === null ? {} : { low: step.low, high: step.high };
  return {
    count: lives.length,
    left: lives.filter(({ event }) => event).length,
    share: isKnown ? { at: step?.survival ?? 1, ...limits } : undefined,
    curve,
  };
}
