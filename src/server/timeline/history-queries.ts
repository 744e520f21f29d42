import type { Queries } from '#server/core/db/database.ts';
import { weekEndOf } from '#shared/core/dates.ts';
import type { HealthHistoryWeek } from '#shared/timeline/history.ts';

/** Returns the last `count` official weeks in which an institution has a score, oldest first. */
export async function findScoredHistoryWeeks(
  database: Queries,
  institution: number,
  count: number,
): Promise<HealthHistoryWeek[]> {
  const rows = await database
    .selectFrom('score_week as s')
    .innerJoin('rules_version as r', 'r.rules_version_id', 's.rules_version_id')
    .select([
      's.week_start',
      's.adoption_score',
      's.health_tier',
      's.score_change',
      's.in_grace',
      'r.rules',
    ])
    .where('s.institution_id', '=', institution)
    .orderBy('s.week_start', 'desc')
    .limit(count)
    .execute();
  return rows.reverse().map((row) => ({
    weekStartDate: row.week_start,
    weekEndDate: weekEndOf(row.week_start),
    adoptionScore: row.adoption_score,
    healthTier: row.health_tier,
    scoreChange: row.score_change,
    inGrace: row.in_grace,
    healthyFrom: row.rules.healthyFrom,
    mediumFrom: row.rules.mediumFrom,
  }));
}
