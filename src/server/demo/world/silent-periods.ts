import type { SeededRandom } from '#server/core/seeded-random.ts';
import type { DemoCalendar } from './calendar.ts';

/** Weeks or days without reports, from `from` to `to` (excluded). */
export interface SilentPeriod {
  from: number;
  to: number;
}

/** Probabilities per week that the connections of a customer, or of one location, become silent. */
export const weeklyOutageProbabilities = { customer: 0.0022, location: 0.0016 };

/**
 * Returns the silent periods of a connection. Most last one or two weeks, some are longer, and some
 * have not ended.
 */
export function drawSilentPeriods(
  random: SeededRandom,
  calendar: DemoCalendar,
  opened: number,
  chancePerWeek: number,
): SilentPeriod[] {
  const outages: SilentPeriod[] = [];
  for (
    let week = Math.max(0, computeFirstPossibleSilentWeek(opened));
    week <= calendar.officialWeeks;
    week++
  ) {
    const outage = drawOutage(random, week, chancePerWeek);
    if (outage === undefined) continue;
    outages.push(outage);
    week = outage.to;
  }
  return outages;
}

/**
 * Returns the first week in which a connection can become silent. New connections are monitored
 * closely, so they do not become silent.
 */
export const computeFirstPossibleSilentWeek = (opened: number): number => Math.ceil(opened / 7) + 1;

/** Returns the outage that begins in a week; `undefined` without one. */
export function drawOutage(
  random: SeededRandom,
  week: number,
  chance: number,
): SilentPeriod | undefined {
  if (!random.chance(chance)) return undefined;
  return { from: week, to: week + 1 + Math.floor((random.chance(0.2) ? 5 : 1) * random.gamma(1)) };
}

// Returns the week in which the connections of many practices with the same EHR are silent.
export const createVendorOutagePeriods = (calendar: DemoCalendar): SilentPeriod[] => {
  const week = Math.round(calendar.officialWeeks * 0.42);
  return [{ from: week, to: week + 1 }];
};
