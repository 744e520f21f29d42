import { chiSquareTail } from './distributions.ts';
import { computeCriticalValue } from './intervals.ts';

/**
 * Observed lifetime in any unit of time, from `entry` to `time`. `entry` is 0 when the lifetime is
 * observed from its start. `event` is `false` when the lifetime is censored.
 */
export interface Lifetime {
  entry: number;
  time: number;
  event: boolean;
}

/** Step of a survival curve, with the values that apply after its time. */
export interface SurvivalStep {
  time: number;
  /**
   * Number of lifetimes at risk just before this time. Their observation has started, and they have
   * not ended or been censored.
   */
  atRisk: number;
  events: number;
  censored: number;
  /** Share of lifetimes that survive this time, 0–1. */
  survival: number;
  /** Lower confidence limit of the share; `null` when the share is 1 or 0. */
  low: number | null;
  high: number | null;
}

/** Returns `true` for a lifetime that has finite times and ends after its entry. */
const isValidLifetime = ({ entry, time }: Lifetime): boolean =>
  time > entry && Number.isFinite(time) && Number.isFinite(entry);

interface Moment {
  time: number;
  atRisk: number;
  events: number;
  censored: number;
}

/**
 * Returns the times with events or censored lifetimes in ascending order. A lifetime that is
 * censored at a time still counts as at risk at that time.
 */
function moments(lifetimes: readonly Lifetime[]): Moment[] {
  const valid = lifetimes.filter(isValidLifetime).sort((one, other) => one.time - other.time);
  const entries = valid.map(({ entry }) => entry).sort((one, other) => one - other);
  const found: Moment[] = [];
  let [entered, ended] = [0, 0];
  while (ended < valid.length) {
    const time = valid[ended]?.time ?? 0;
    while (entered < entries.length && (entries[entered] ?? 0) < time) entered++;
    const moment = { time, atRisk: entered - ended, events: 0, censored: 0 };
    for (; valid[ended]?.time === time; ended++) {
      if (valid[ended]?.event) moment.events++;
      else moment.censored++;
    }
    found.push(moment);
  }
  return found;
}

/** Returns the Kaplan–Meier curve with log-log confidence limits from Greenwood's variance. */
export function survivalCurve(lifetimes: readonly Lifetime[], confidence: number): SurvivalStep[] {
  const z = computeCriticalValue(confidence);
  let [survival, variance] = [1, 0];
  return moments(lifetimes).map((moment) => {
    const { atRisk, events } = moment;
    survival *= 1 - events / atRisk;
    variance += events / (atRisk * (atRisk - events));
    if (survival <= 0 || survival >= 1) return { ...moment, survival, low: null, high: null };
    const width = (z * Math.sqrt(variance)) / Math.log(survival);
    return {
      ...moment,
      survival,
      low: survival ** Math.exp(-width),
      high: survival ** Math.exp(width),
    };
  });
}

/** Returns the share that survives after a time. */
export const survivingShareAt = (curve: readonly SurvivalStep[], time: number): number =>
  curve.findLast((step) => step.time <= time)?.survival ?? 1;

export interface SurvivalQuantile {
  /** Time of the quantile; `null` when the curve does not reach it. */
  at: number | null;
  low: number | null;
  high: number | null;
}

/**
 * Tolerance within which shares count as equal. Products of fractions have floating-point errors.
 */
const equal = 1e-12;

/**
 * Returns the time by which the share `endedShare` (0–1) of the lifetimes has ended. A share of 0.5
 * gives the median. When the curve is flat at that share, returns the middle of the flat part. The
 * limits are the times at which the curve's limits reach the share (Brookmeyer and Crowley).
 */
export function survivalQuantile(
  curve: readonly SurvivalStep[],
  endedShare: number,
): SurvivalQuantile {
  const reach = (shareOf: (step: SurvivalStep) => number | null): number | null => {
    const shares = curve
      .filter(({ events }) => events > 0)
      .map((step) => ({ time: step.time, share: shareOf(step) }));
    const first = shares.findIndex(
      ({ share }) => share !== null && share <= 1 - endedShare + equal,
    );
    const found = shares[first];
    if (found === undefined) return null;
    const next = shares
      .slice(first + 1)
      .find(({ share }) => share !== null && share < 1 - endedShare - equal);
    const isFlat = Math.abs((found.share ?? 0) - (1 - endedShare)) <= equal;
    return isFlat && next !== undefined ? (found.time + next.time) / 2 : found.time;
  };
  return {
    at: reach(({ survival }) => survival),
    low: reach(({ low, survival }) => (survival === 0 ? 0 : low)),
    high: reach(({ high }) => high),
  };
}

/** Returns the restricted mean lifetime: the area under the curve from 0 to `until`. */
export function restrictedMean(curve: readonly SurvivalStep[], until: number): number {
  let [area, from, share] = [0, 0, 1];
  for (const { time, survival } of curve) {
    if (time >= until) break;
    area += share * (time - from);
    [from, share] = [time, survival];
  }
  return area + share * (until - from);
}

export interface LogRank {
  chiSquare: number;
  degreesOfFreedom: number;
  /** p-value: probability of a difference at least this large if the groups had equal survival. */
  p: number;
}

/**
 * Runs the log-rank test of two or more groups. Returns `undefined` when no comparison is possible,
 * for example without events.
 */
export function logRank(groups: readonly (readonly Lifetime[])[]): LogRank | undefined {
  const degreesOfFreedom = groups.length - 1;
  if (degreesOfFreedom < 1) return undefined;
  const own = groups.map((group) => group.filter(isValidLifetime));
  const riskSetCounters = own.map(createRiskSetCounter);
  const excess = new Array<number>(degreesOfFreedom).fill(0);
  const covariance = excess.map(() => new Array<number>(degreesOfFreedom).fill(0));
  for (const { time, events, atRisk } of moments(own.flat())) {
    const states = riskSetCounters.map((stateAt) => stateAt(time));
    if (events === 0 || atRisk < 2) continue;
    const scale = (events * (atRisk - events)) / (atRisk - 1);
    for (let row = 0; row < degreesOfFreedom; row++) {
      const share = (states[row]?.atRisk ?? 0) / atRisk;
      excess[row] = (excess[row] ?? 0) + (states[row]?.events ?? 0) - events * share;
      const variances = covariance[row] ?? [];
      for (let column = 0; column < degreesOfFreedom; column++)
        variances[column] =
          (variances[column] ?? 0) +
          scale * share * ((row === column ? 1 : 0) - (states[column]?.atRisk ?? 0) / atRisk);
    }
  }
  const solved = solve(covariance, excess);
  if (solved === undefined) return undefined;
  const chiSquare = excess.reduce((sum, each, index) => sum + each * (solved[index] ?? 0), 0);
  return { chiSquare, degreesOfFreedom, p: chiSquareTail(chiSquare, degreesOfFreedom) };
}

/**
 * Returns a function that counts a group's lifetimes at risk and its events at a time. It must be
 * called with ascending times.
 */
function createRiskSetCounter(
  group: readonly Lifetime[],
): (time: number) => { atRisk: number; events: number } {
  const found = moments(group);
  const entries = group.map(({ entry }) => entry).sort((one, other) => one - other);
  let [entered, next, ended] = [0, 0, 0];
  return (time) => {
    while (entered < entries.length && (entries[entered] ?? 0) < time) entered++;
    const atRisk = entered - ended;
    const moment = found[next];
    if (moment?.time !== time) return { atRisk, events: 0 };
    next++;
    ended += moment.events + moment.censored;
    return { atRisk, events: moment.events };
  };
}

/**
 * Solves linear equations by elimination with pivoting. Returns `undefined` for a singular matrix.
 */
function solve(
  matrix: readonly (readonly number[])[],
  right: readonly number[],
): number[] | undefined {
  const rows = matrix.map((row, index) => [...row, right[index] ?? 0]);
  for (let column = 0; column < rows.length; column++) {
    const pivot = rows
      .slice(column)
      .reduce((best, row) =>
        Math.abs(row[column] ?? 0) > Math.abs(best[column] ?? 0) ? row : best,
      );
    const head = pivot[column] ?? 0;
    if (Math.abs(head) < 1e-12) return undefined;
    rows.splice(rows.indexOf(pivot), 1);
    rows.splice(column, 0, pivot);
    for (const [index, row] of rows.entries()) {
      if (index === column) continue;
      const factor = (row[column] ?? 0) / head;
      for (let at = column; at < row.length; at++)
        row[at] = (row[at] ?? 0) - factor * (pivot[at] ?? 0);
    }
  }
  return rows.map((row, index) => (row.at(-1) ?? 0) / (row[index] ?? 1));
}
