import { computeCriticalValue } from './intervals.ts';

/**
 * Observed lifetime that ends by one of several competing causes. `cause` is `null` when the
 * lifetime is censored.
 */
export interface CompetingRiskLifetime {
  entry: number;
  time: number;
  cause: string | null;
}

export interface IncidenceStep {
  time: number;
  /** Share of lifetimes that have ended by this cause, 0–1. */
  incidence: number;
  /** Lower confidence limit; `null` before the first lifetime that ends by this cause. */
  low: number | null;
  high: number | null;
}

interface Moment {
  time: number;
  atRisk: number;
  /** Share of lifetimes that survive until just before this moment. */
  before: number;
  events: number;
  byCause: Map<string, number>;
}

function moments(lives: readonly CompetingRiskLifetime[]): Moment[] {
  const watched = lives
    .filter(({ entry, time }) => time > entry && Number.isFinite(time))
    .sort((one, other) => one.time - other.time);
  const entries = watched.map(({ entry }) => entry).sort((one, other) => one - other);
  const found: Moment[] = [];
  let [entered, ended, share] = [0, 0, 1];
  while (ended < watched.length) {
    const time = watched[ended]?.time ?? 0;
    while (entered < entries.length && (entries[entered] ?? 0) < time) entered++;
    const moment: Moment = {
      time,
      atRisk: entered - ended,
      before: share,
      events: 0,
      byCause: new Map(),
    };
    for (; watched[ended]?.time === time; ended++) {
      const cause = watched[ended]?.cause ?? null;
      if (cause === null) continue;
      moment.events++;
      moment.byCause.set(cause, (moment.byCause.get(cause) ?? 0) + 1);
    }
    if (moment.events === 0) continue;
    share *= 1 - moment.events / moment.atRisk;
    found.push(moment);
  }
  return found;
}

/**
 * Returns the Aalen–Johansen cumulative incidence of each competing cause. The incidences and the
 * surviving share add up to 1. Confidence limits use the complementary log-log of Aalen's variance.
 * Each curve has a step at every time at which a lifetime ends by any cause.
 */
export function cumulativeIncidence(
  lives: readonly CompetingRiskLifetime[],
  confidence: number,
): Map<string, IncidenceStep[]> {
  const all = moments(lives);
  const causes = new Set(all.flatMap(({ byCause }) => [...byCause.keys()]));
  return new Map(
    [...causes].map((cause) => [cause, incidenceOf(all, cause, computeCriticalValue(confidence))]),
  );
}

function incidenceOf(all: readonly Moment[], cause: string, z: number): IncidenceStep[] {
  // The variance is a quadratic in the incidence. Its three coefficients are accumulated step by
  // step.
  let [incidence, squares, products, rest] = [0, 0, 0, 0];
  return all.map(({ time, atRisk, before, events, byCause }) => {
    const own = byCause.get(cause) ?? 0;
    incidence += (before * own) / atRisk;
    const spread = events === atRisk ? 0 : events / (atRisk * (atRisk - events));
    const mixed = (before * own) / atRisk ** 2;
    squares += spread;
    products += spread * incidence + mixed;
    rest +=
      spread * incidence ** 2 +
      (before ** 2 * own * (atRisk - own)) / atRisk ** 3 +
      2 * mixed * incidence;
    const variance = Math.max(0, incidence ** 2 * squares - 2 * incidence * products + rest);
    if (incidence <= 0 || incidence >= 1) return { time, incidence, low: null, high: null };
    const width = (z * Math.sqrt(variance)) / ((1 - incidence) * Math.log(1 - incidence));
    return {
      time,
      incidence,
      low: 1 - (1 - incidence) ** Math.exp(width),
      high: 1 - (1 - incidence) ** Math.exp(-width),
    };
  });
}
