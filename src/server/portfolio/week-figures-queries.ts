import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { minimumUpsellScoreRise } from '#shared/health/constants.ts';
import type { WeekFigures } from '#shared/portfolio/week-figures.ts';

/**
 * Returns counts for the last official weeks, oldest first. Counts the given customers, all current
 * customers (`null`), or all customers with a score in the week (`'all'`).
 */
export async function findPortfolioStatisticsByWeek(
  queries: Queries,
  institutions: readonly number[] | null | 'all',
  weeks: number,
): Promise<WeekFigures[]> {
  const selected =
    institutions === null || institutions === 'all'
      ? sql`select institution_id from institution where ${institutions === 'all' ? sql`true` : sql`churned_on is null`}`
      : sql`select institution_id from unnest(${[...institutions]}::bigint[]) selected (institution_id)`;
  const { rows } = await sql<WeekFigures>`
    select o.week_end as "weekEndDate", count(*) as institutions, count(s.adoption_score) as scored, avg(s.adoption_score) as "averageScore",
      count(*) filter (where s.health_tier = 'Healthy') as healthy, count(*) filter (where s.health_tier = 'Medium') as medium,
      count(*) filter (where s.health_tier = 'Critical') as critical, count(*) filter (where s.health_tier = 'Unknown') as unknown,
      count(*) filter (where s.at_risk) as "atRisk", count(*) filter (where s.has_zero_usage) as "notActive",
      count(*) filter (where s.in_grace) as "inGrace", count(*) filter (where s.weeks_declining > 0) as declining,
      count(*) filter (where s.weeks_improving > 0) as improving, count(*) filter (where s.tier_change = 'down') as "fellTier",
      count(*) filter (where s.tier_change = 'up') as "roseTier",
      count(*) filter (where s.health_tier = 'Healthy' and s.score_change > ${minimumUpsellScoreRise}) as "readyToExpand",
      coalesce(sum(s.location_count), 0)::int as locations
    from (select week_start, week_end from official_week order by week_start desc limit ${weeks}) o
    join score_week s on s.week_start = o.week_start
    join (${selected}) w on w.institution_id = s.institution_id
    group by o.week_start, o.week_end order by o.week_start`.execute(queries);
  return rows;
}
