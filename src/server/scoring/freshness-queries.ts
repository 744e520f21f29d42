import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { Day } from '#shared/core/dates.ts';
import type { Freshness } from '#shared/core/jobs/freshness.ts';

/** Returns whether any score exists. */
export async function hasScores(database: Queries): Promise<boolean> {
  const { rows } = await sql<{ scored: boolean }>`
    select exists (select from official_week) or exists (select from score_provisional) as scored`.execute(
    database,
  );
  return rows[0]?.scored ?? false;
}

/**
 * Returns the times at which scores, usage and benchmarks were last updated. The time of usage is
 * its last refresh or, before the first refresh, the last day on which a connection reported.
 */
export async function readFreshness(database: Queries): Promise<Freshness> {
  const { rows } = await sql<{
    official_week_end: Day | null;
    scores_at: Date | null;
    provisional_at: Date | null;
    refreshed_at: Date | null;
    reported_on: Day | null;
    benchmarks_at: Date | null;
  }>`select
    (select max(week_end) from official_week) as official_week_end,
    (select max(closed_at) from official_week) as scores_at,
    (select made_at from score_provisional limit 1) as provisional_at,
    (select max(finished_at) from job_run where job = 'usage.refresh' and state = 'succeeded') as refreshed_at,
    (select max(last_report_on) from feed_week where week_start = (select max(week_start) from feed_week)) as reported_on,
    (select made_at from benchmark_provisional limit 1) as benchmarks_at`.execute(database);
  const row = rows[0];
  return {
    officialWeekEnd: row?.official_week_end ?? null,
    scoresAt: row?.scores_at?.toISOString() ?? null,
    provisionalAt: row?.provisional_at?.toISOString() ?? null,
    usageAt:
      row?.refreshed_at?.toISOString() ??
      (row?.reported_on ? `${row.reported_on}T00:00:00.000Z` : null),
    benchmarksAt: (row?.benchmarks_at ?? row?.scores_at)?.toISOString() ?? null,
  };
}
