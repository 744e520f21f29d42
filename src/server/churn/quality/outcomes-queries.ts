import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { Day } from '#shared/core/dates.ts';
import type { SizeTier } from '#shared/core/tiers.ts';
import { ehrByInstitutionSql } from './quality-queries.ts';

/**
 * SQL for customers without a notice, with the first evaluated Sunday on which they were in a tier.
 */
const stayedSql = (from: Day, until: Day) => sql`
  select i.institution_id, i.name, i.live_on, p.flagged_on, p.chance, coalesce(p.patterns, 0) as patterns
  from institution i
  left join (
    select institution_id, min(day) filter (where tier is not null) as flagged_on, max(chance60) as chance, max(cardinality(patterns)) as patterns
    from churn_prediction where extract(dow from day) = 0 and day between ${from}::date and ${until}::date group by institution_id
  ) p using (institution_id)
  where i.churned_on is null and coalesce(i.live_on <= ${until}::date, true)
    and not exists (select from churn_event c where c.institution_id = i.institution_id and c.taken_back_at is null)`;

/** Returns the number of customers that stayed, and the number of flagged customers among them. */
export async function countStayedCustomers(
  queries: Queries,
  from: Day,
  until: Day,
): Promise<{ of: number; hits: number }> {
  const { rows } = await sql<{ of: number; hits: number }>`
    select count(*)::integer as of, count(flagged_on)::integer as hits from (${stayedSql(from, until)}) stayed`.execute(
    queries,
  );
  return rows[0] ?? { of: 0, hits: 0 };
}

export interface StayedCustomerRow {
  institution_id: number;
  name: string;
  flagged_on: Day | null;
  chance: number | null;
  patterns: number;
  size_tier: SizeTier | null;
  ehr: string | null;
  tenure_days: number | null;
}

export async function findStayedCustomers(
  queries: Queries,
  from: Day,
  until: Day,
  today: Day,
): Promise<StayedCustomerRow[]> {
  const { rows } = await sql<StayedCustomerRow>`
    select p.institution_id, p.name, p.flagged_on, p.chance, p.patterns, s.size_tier, e.ehr, ${today}::date - p.live_on as tenure_days
    from (${stayedSql(from, until)}) p left join ${ehrByInstitutionSql} e using (institution_id)
    left join score_week s on s.institution_id = p.institution_id and s.week_start = (select max(week_start) from score_week)
    order by p.flagged_on desc nulls last, p.institution_id`.execute(queries);
  return rows;
}
