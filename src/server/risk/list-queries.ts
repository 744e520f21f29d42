import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { Day } from '#shared/core/dates.ts';

export interface PastRisk {
  institution_id: number;
  week_end: Day;
  weeks_at_risk: number;
}

/** The last week at risk of everybody who was in one of the official weeks before this one, at most so many. */
export async function risksBefore(queries: Queries, week: Day, weeks: number): Promise<PastRisk[]> {
  const { rows } = await sql<PastRisk>`
    with before as (
      select week_start, week_end from official_week where week_start < ${week}::date order by week_start desc limit ${weeks}
    )
    select distinct on (s.institution_id) s.institution_id, before.week_end, s.weeks_at_risk
    from before join score_week s using (week_start)
    where s.at_risk
    order by s.institution_id, before.week_start desc`.execute(queries);
  return rows;
}
