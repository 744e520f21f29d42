import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { findNewestWeek } from '#server/scoring/week-queries.ts';
import type { Day } from '#shared/core/dates.ts';
import type { Benchmark } from '#shared/health/benchmarks.ts';
import { toBenchmark } from './benchmark-rules.ts';

const peerLevelOrder = sql`array_position(array['all', 'tier', 'tier_and_type'], peer_level)`;

/**
 * Returns the benchmarks of all peer groups. These are the provisional benchmarks or, if there are
 * none, the benchmarks of the last official week.
 */
export async function findLatestBenchmarks(database: Queries): Promise<Benchmark[]> {
  const refreshed = await database
    .selectFrom('benchmark_provisional')
    .selectAll()
    .orderBy('product')
    .orderBy(peerLevelOrder)
    .execute();
  if (refreshed.length > 0) return refreshed.map(toBenchmark);
  const week = await findNewestWeek(database);
  return week === null
    ? []
    : (await findOfficialBenchmarks(database, week.weekStart)).map(toBenchmark);
}

export const findOfficialBenchmarks = (database: Queries, week: Day) =>
  database
    .selectFrom('benchmark_week')
    .selectAll()
    .where('week_start', '=', week)
    .orderBy('product')
    .orderBy(peerLevelOrder)
    .execute();
