import type { Day } from '#shared/core/dates.ts';
import type { ResponseOf } from '#shared/core/endpoint.ts';
import {
  minimumCustomersPerCurvePoint,
  minimumSurvivalCurveDepartures,
} from '#shared/core/numbers/smallest-samples.ts';
import {
  type CompetingRiskLifetime,
  cumulativeIncidence,
} from '#shared/core/statistics/competing.ts';
import { defaultConfidence, rateInterval } from '#shared/core/statistics/intervals.ts';
import {
  type Lifetime,
  logRank,
  restrictedMean,
  survivalCurve,
  survivalQuantile,
} from '#shared/core/statistics/survival.ts';
import { retentionComparisonLandmark } from '#shared/onboarding/constants.ts';
import { unavoidableReason } from '../losses/reasons.ts';
import { quarterOf } from '../quarters.ts';
import { reasonGroupOf } from './reason-groups.ts';
import {
  cohortMonths,
  type getChurnByTenure,
  observedCountMonths,
  type ShareStep,
  type SurvivalCohort,
  type SurvivalGroup,
  type SurvivalGroupingKey,
} from './survival.ts';

/** Observed time of a customer since go-live, in days. */
export interface CustomerLifetime
  extends Record<Exclude<SurvivalGroupingKey, 'all'>, string | null> {
  /**
   * Day since go-live from which the customer is observed; 0 when losses were already recorded at
   * the customer's go-live.
   */
  entry: number;
  /** Day since go-live on which the customer left, or today. */
  time: number;
  /** Main reason for leaving; `null` while the institution is a customer. */
  reason: string | null;
}

const daysOfMonth = 365.25 / 12;
const months = (days: number): number => days / daysOfMonth;

interface Span {
  from: number;
  to: number;
}

/**
 * Returns the first period in which enough customers are observed at the same time; `undefined`
 * when there is none.
 */
export function findPeriodWithEnoughCustomers(
  lives: readonly Pick<CustomerLifetime, 'entry' | 'time'>[],
): Span | undefined {
  const changes = lives
    .filter(({ entry, time }) => time > entry)
    .flatMap(({ entry, time }) => [
      { at: entry, by: 1 },
      { at: time, by: -1 },
    ])
    // When one customer leaves on the day on which another customer enters, the departure is
    // processed first. A customer is observed on its last day but not yet on its entry day.
    .sort((one, other) => one.at - other.at || one.by - other.by);
  let [watched, from] = [0, -1];
  for (const { at, by } of changes) {
    watched += by;
    if (from < 0 && watched >= minimumCustomersPerCurvePoint) from = at;
    if (from >= 0 && watched < minimumCustomersPerCurvePoint) return { from, to: at };
  }
  return undefined;
}

/**
 * Limits observed times to the span. Times that continue after the end of the span are censored at
 * its end.
 */
function within<Each extends Lifetime | CompetingRiskLifetime>(
  lives: readonly Each[],
  { from, to }: Span,
  ongoing: Partial<Each>,
): Each[] {
  return lives
    .filter(({ time }) => time > from)
    .map((life) => ({
      ...life,
      entry: Math.max(life.entry, from),
      ...(life.time > to ? { time: to, ...ongoing } : {}),
    }));
}

/** Returns `true` when the customer left; a closed practice counts only with `withClosed`. */
export const hasLeft = ({ reason }: CustomerLifetime, withClosed: boolean): boolean =>
  reason !== null && (withClosed || reason !== unavoidableReason);
const lifetimeOf = (life: CustomerLifetime, withClosed: boolean): Lifetime => ({
  entry: life.entry,
  time: life.time,
  event: hasLeft(life, withClosed),
});

const meanUntil = 36;

/**
 * Computes Kaplan–Meier curves by group, largest group first, and the log-rank test between groups.
 * Customers of an unknown group come last and are not tested. When customers are grouped by
 * onboarding outcome, each customer is observed only from the day on which the outcome is known.
 */
export function computeSurvivalByGroup(
  all: readonly CustomerLifetime[],
  by: SurvivalGroupingKey,
  withClosed: boolean,
): { groups: SurvivalGroup[]; p: number | null } {
  const lives =
    by === 'onboarding'
      ? all.map((life) => ({
          ...life,
          entry: Math.max(life.entry, retentionComparisonLandmark.day),
        }))
      : all;
  const groups = [...Map.groupBy(lives, (life) => (by === 'all' ? 'All customers' : life[by]))]
    .map(([name, own]) => ({
      name,
      lifetimes: own.filter(isWatched).map((life) => lifetimeOf(life, withClosed)),
    }))
    .filter(({ lifetimes }) => lifetimes.length > 0)
    .sort(
      (one, other) =>
        Number(one.name === null) - Number(other.name === null) ||
        other.lifetimes.length - one.lifetimes.length,
    )
    .map(({ name, lifetimes }) => ({ lifetimes, group: groupOf(name, lifetimes) }));
  const compared = groups.filter(({ group }) => group.name !== null && group.curve !== null);
  const test = logRank(compared.map(({ lifetimes }) => lifetimes));
  return { groups: groups.map(({ group }) => group), p: test?.p ?? null };
}

const isWatched = ({ entry, time }: CustomerLifetime): boolean => time > entry;

function groupOf(name: string | null, lifetimes: readonly Lifetime[]): SurvivalGroup {
  const left = lifetimes.filter(({ event }) => event).length;
  return {
    name,
    customers: lifetimes.length,
    left,
    atRisk: observedCountMonths.map(
      (month) =>
        lifetimes.filter(
          ({ entry, time }) => entry <= month * daysOfMonth && time > month * daysOfMonth,
        ).length,
    ),
    curve: left < minimumSurvivalCurveDepartures ? null : curveOf(lifetimes),
  };
}

function curveOf(lifetimes: readonly Lifetime[]): SurvivalGroup['curve'] {
  const span = findPeriodWithEnoughCustomers(lifetimes);
  if (span === undefined) return null;
  const curve = survivalCurve(within(lifetimes, span, { event: false }), defaultConfidence);
  const { at, low, high } = survivalQuantile(curve, 0.5);
  return {
    span: { from: months(span.from), to: months(span.to) },
    steps: curve
      .filter(({ events }) => events > 0)
      .map(({ time, survival, low: least, high: most }) => ({
        month: months(time),
        share: survival,
        low: least,
        high: most,
      })),
    median:
      at === null
        ? null
        : {
            at: months(at),
            low: low === null ? null : months(low),
            high: high === null ? null : months(high),
          },
    meanMonths:
      span.from === 0 && span.to >= meanUntil * daysOfMonth
        ? months(restrictedMean(curve, meanUntil * daysOfMonth))
        : null,
  };
}

/** Limits of the tenure ranges for churn rates, in months. */
const rateBands = [0, 3, 6, 9, 12, 15, 18, 21, 24, 30, 36, 48, 60];

/**
 * Computes when customers leave. The incidence counts losses for all reasons, because a customer
 * that leaves for one reason can't leave for another. In the rate, practices that were sold or
 * closed are censored when they leave, unless they are included as losses.
 */
export function computeChurnByTenure(
  lives: readonly CustomerLifetime[],
  withClosed: boolean,
): ResponseOf<typeof getChurnByTenure> {
  const watched = lives.filter(isWatched);
  const competing = watched.map(
    (life): CompetingRiskLifetime => ({
      entry: life.entry,
      time: life.time,
      cause: life.reason === null ? null : reasonGroupOf(life.reason),
    }),
  );
  const span = findPeriodWithEnoughCustomers(competing);
  return {
    span: span === undefined ? null : { from: months(span.from), to: months(span.to) },
    incidence: span === undefined ? [] : incidenceBy(competing, span),
    rates: rateBands.slice(1).map((to, at) =>
      rateIn(
        watched.map((life) => lifetimeOf(life, withClosed)),
        rateBands[at] ?? 0,
        to,
      ),
    ),
  };
}

function incidenceBy(
  lives: readonly CompetingRiskLifetime[],
  span: Span,
): ResponseOf<typeof getChurnByTenure>['incidence'] {
  return [...cumulativeIncidence(within(lives, span, { cause: null }), defaultConfidence)]
    .map(([reasonGroup, curve]) => ({
      reasonGroup,
      left: lives.filter(({ cause }) => cause === reasonGroup).length,
      steps: curve
        .filter(({ incidence }, at) => incidence !== (curve[at - 1]?.incidence ?? 0))
        .map(
          ({ time, incidence, low, high }): ShareStep => ({
            month: months(time),
            share: incidence,
            low,
            high,
          }),
        ),
    }))
    .sort((one, other) => other.left - one.left || (one.reasonGroup < other.reasonGroup ? -1 : 1));
}

function rateIn(
  lifetimes: readonly Lifetime[],
  fromMonth: number,
  toMonth: number,
): ResponseOf<typeof getChurnByTenure>['rates'][number] {
  const [from, to] = [fromMonth * daysOfMonth, toMonth * daysOfMonth];
  const own = lifetimes.filter(({ entry, time }) => entry < to && time > from);
  const left = own.filter(({ event, time }) => event && time <= to).length;
  const exposure = own.reduce(
    (sum, { entry, time }) => sum + months(Math.min(time, to) - Math.max(entry, from)),
    0,
  );
  const limits =
    own.length < minimumCustomersPerCurvePoint
      ? undefined
      : rateInterval(left, exposure, defaultConfidence);
  return {
    from: fromMonth,
    to: toMonth,
    watched: own.length,
    left,
    rate: limits === undefined ? null : { at: left / exposure, ...limits },
  };
}

/** Figures of a go-live quarter's customers after a number of months; month 0 is the go-live. */
export interface GoLiveQuarterCount {
  quarterStart: Day;
  month: number;
  customers: number;
  still: number;
  /** Number of customers that paid at go-live, with their monthly revenue at go-live and now. */
  paying: number;
  cents: number;
  centsStill: number;
}

/** Returns the retention of each go-live quarter, newest first. */
export const buildSurvivalCohorts = (counts: readonly GoLiveQuarterCount[]): SurvivalCohort[] =>
  [...Map.groupBy(counts, ({ quarterStart }) => quarterStart)]
    .sort(([one], [other]) => (one < other ? 1 : -1))
    .map(([quarterStart, own]) => ({
      quarter: quarterOf(quarterStart),
      customers: own.find(({ month }) => month === 0)?.customers ?? 0,
      cells: cohortMonths.map((wanted) => {
        const found = own.find(({ month }) => month === wanted);
        if (found === undefined) return null;
        const { customers, still, paying, cents, centsStill } = found;
        return {
          customers: { customers, share: still / customers },
          revenue: cents > 0 ? { customers: paying, share: centsStill / cents } : null,
        };
      }),
    }));
