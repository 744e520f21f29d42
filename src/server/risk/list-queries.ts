import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { Day } from '#shared/core/dates.ts';

export interface LastRiskWeek {
  institution_id: number;
  week_end: Day;
  weeks_at_risk: number;
}

/**
 * Returns the last week in which each institution was at risk, among the `weeks` official weeks
 * before `week`.
 */
export async function findLastRiskWeeks(
  queries: Queries,
  week: Day,
  weeks: number,
): Promise<LastRiskWeek[]> {
  const { rows } = await sql<LastRiskWeek>`
    with before as (
      select week_start, week_end from official_week where week_start < ${week}::date order by week_start desc limit ${weeks}
    )
    select distinct on (s.institution_id) s.institution_id, before.week_end, s.weeks_at_risk
    from before join score_week s using (week_start)
    where s.at_risk
    order by s.institution_id, before.week_start desc`.execute(queries);
  return rows;
}

/**
 * Returns the adoption scores in the last `weeks` official weeks by institution, oldest first and
 * rounded down to one decimal. A score is `null` for a week without a score.
 */
export async function findRecentInstitutionScores(
  queries: Queries,
  institutionIds: readonly number[],
  weeks: number,
): Promise<Map<number, (number | null)[]>> {
  const { rows } = await sql<{
    institution_id: number;
    places: number[];
    scores: (number | null)[];
    weeks: number;
  }>`
    with last as (
      select week_start, version, row_number() over (order by week_start)::integer as place, count(*) over () as weeks
      from (select week_start, version from official_week order by week_start desc limit ${weeks}) newest
    )
    select s.institution_id, array_agg(last.place) as places, array_agg(trunc(s.adoption_score::numeric, 1)::float8) as scores, min(last.weeks) as weeks
    from last join score_version s on s.week_start = last.week_start and s.version = last.version
    where s.institution_id = any(${institutionIds}::bigint[])
    group by s.institution_id`.execute(queries);
  return new Map(
    rows.map((row) => {
      const trend: (number | null)[] = Array.from({ length: row.weeks }, () => null);
      for (const [at, place] of row.places.entries()) trend[place - 1] = row.scores[at] ?? null;
      return [row.institution_id, trend];
    }),
  );
}
