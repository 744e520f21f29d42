import type { Queries } from '#server/core/db/database.ts';
import type { Dependencies } from '#server/core/dependencies.ts';
import type { Room } from '#server/core/registry.ts';
import { findLatestBenchmarks } from '#server/health/benchmark-queries.ts';
import { readFreshness } from '#server/scoring/freshness-queries.ts';
import { readCurrentRules } from '#server/scoring/rules-queries.ts';
import { findNewestWeek } from '#server/scoring/week-queries.ts';
import { dayIn } from '#shared/core/dates.ts';
import type { GuideFigureKey, GuideFigures } from '#shared/metrics/guide-figures.ts';
import {
  countChurnEvents,
  findBenchmarksTime,
  summarizeCustomerHealth,
  summarizeLatestPredictions,
} from './queries.ts';

type Figures = GuideFigures['figures'];

const figuresAsOf = (
  asOf: string,
  values: Partial<Record<GuideFigureKey, number | null>>,
): Figures =>
  Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) =>
      value === null ? [] : [[key, { value, asOf }]],
    ),
  );

/**
 * Returns the median number of online bookings per location across all peers. Guides show it as an
 * example of a benchmark.
 */
async function exampleBenchmark(database: Queries, timeZone: string): Promise<Figures> {
  const madeAt = await findBenchmarksTime(database);
  const example = (await findLatestBenchmarks(database)).find(
    ({ product, peerLevel }) => product === 'onlineBooking' && peerLevel === 'all',
  );
  if (!example || !madeAt) return {};
  return figuresAsOf(dayIn(timeZone, madeAt), {
    bookingsPerLocation: example.benchmark,
    bookingLocations: example.locations,
  });
}

/**
 * Returns the number of current customers in the last official week and their average score. Also
 * counts the customers at risk, declining, Critical, in grace and Unknown separately.
 */
async function customerFigures(database: Queries): Promise<Figures> {
  const week = await findNewestWeek(database);
  if (week === null) return {};
  const counted = await summarizeCustomerHealth(database, week.weekStart);
  return figuresAsOf(week.weekEnd, {
    customers: counted.customers,
    averageScore: counted.average,
    customersAtRisk: counted.at_risk,
    customersCritical: counted.critical,
    customersDeclining: counted.declining,
    customersInGrace: counted.in_grace,
    customersUnknown: counted.unknown,
  });
}

async function churnFigures(database: Queries): Promise<Figures> {
  const found = await summarizeLatestPredictions(database);
  return found === undefined
    ? {}
    : figuresAsOf(found.day, { averageConfidence: found.chance, highRiskCustomers: found.flagged });
}

/** Returns the settings and current figures that appear in guides and definitions. */
export async function readGuideFigures(
  dependencies: Dependencies,
  rooms: readonly Room[],
): Promise<GuideFigures> {
  const {
    database: { foreground },
    clock,
    env,
  } = dependencies;
  const ofRooms: Figures[] = [];
  for (const { guideFigures } of rooms)
    if (guideFigures !== undefined) ofRooms.push(await guideFigures(dependencies));
  const now = clock();
  const today = dayIn(env.BUSINESS_TIME_ZONE, now);
  const { rules } = await readCurrentRules(foreground, now);
  return {
    rules,
    businessTimeZone: env.BUSINESS_TIME_ZONE,
    freshness: await readFreshness(foreground),
    figures: {
      ...(await exampleBenchmark(foreground, env.BUSINESS_TIME_ZONE)),
      ...(await customerFigures(foreground)),
      ...(await churnFigures(foreground)),
      ...figuresAsOf(today, { churnEvents: await countChurnEvents(foreground, today) }),
      ...Object.assign({}, ...ofRooms),
    },
  };
}
