import { type Insertable, sql } from 'kysely';
import type { Database, Queries } from '#server/core/db/database.ts';
import type { Schema } from '#server/core/db/schema.ts';
import { readCurrentRules } from '#server/scoring/rules-queries.ts';
import { type Day, weekEndOf } from '#shared/core/dates.ts';

type ScoreWeek = Insertable<Schema['score_version']>;

/**
 * Returns the row of a steady, Healthy institution in the first version of a week. Pass only the
 * fields under test.
 */
export function createScoreWeekRow(
  facts: Partial<ScoreWeek> & Pick<ScoreWeek, 'institution_id' | 'week_start'>,
): ScoreWeek {
  return {
    version: 1,
    rules_version_id: 1,
    size_tier: 'Small',
    practice_type: null,
    location_count: 1,
    measured_locations: 1,
    entitled_features: 1,
    active_features: 1,
    coverage: 1,
    adoption_score: 80,
    health_tier: 'Healthy',
    previous_score: null,
    previous_health_tier: null,
    score_change: null,
    percent_change: null,
    tier_change: 'flat',
    has_zero_usage: false,
    in_grace: false,
    at_risk: false,
    weeks_at_risk: 0,
    weeks_declining: 0,
    weeks_improving: 0,
    change_by_usage: null,
    change_by_peers: null,
    change_by_entitlements: null,
    change_by_locations: null,
    ...facts,
  };
}

/** Makes the first version of the weeks official, so that their scores are visible. */
export async function insertOfficialWeeks(database: Queries, weeks: readonly Day[]): Promise<void> {
  const closedAt = new Date('2026-11-15T10:00:00Z');
  const { id } = await readCurrentRules(database, closedAt);
  await database
    .insertInto('official_week')
    .values(
      weeks.map((week) => ({
        week_start: week,
        week_end: weekEndOf(week),
        rules_version_id: id,
        closed_at: closedAt,
        institutions: 1,
      })),
    )
    .execute();
}

/**
 * Returns all scores, product scores and benchmarks of the official weeks as texts, for
 * comparisons.
 */
export async function readOfficialRowsAsTexts({ background }: Database): Promise<string[]> {
  const { rows } = await sql<{ row: string }>`
    select 'score ' || s::text as row from score_week s union all select 'product ' || p::text from product_week p
    union all select 'benchmark ' || b::text from benchmark_week b order by 1`.execute(background);
  return rows.map(({ row }) => row);
}
