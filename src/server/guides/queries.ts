import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { Day } from '#shared/core/dates.ts';

/**
 * Returns the number of current customers in an official week and their average score. Also counts
 * the customers at risk, declining, Critical, in grace and Unknown separately. The customer list
 * shows the same counts.
 */
export async function summarizeCustomerHealth(database: Queries, week: Day) {
  const { rows } = await sql<{
    customers: number;
    average: number | null;
    at_risk: number;
    critical: number;
    declining: number;
    in_grace: number;
    unknown: number;
  }>`
    select count(*) as customers, avg(s.adoption_score) as average,
      count(*) filter (where s.at_risk) as at_risk,
      count(*) filter (where s.at_risk and s.health_tier = 'Critical') as critical,
      count(*) filter (where s.at_risk and s.weeks_declining >= (r.rules->>'decliningWeeksAtRisk')::int) as declining,
      count(*) filter (where coalesce(s.in_grace, i.live_on + (r.rules->>'graceDays')::int >= w.week_end)) as in_grace,
      count(*) filter (where coalesce(s.health_tier, 'Unknown') = 'Unknown') as unknown
    from institution i
    cross join official_week w
    join rules_version r on r.rules_version_id = w.rules_version_id
    left join score_week s on s.institution_id = i.institution_id and s.week_start = w.week_start
    where w.week_start = ${week}::date and i.churned_on is null`.execute(database);
  const [counts] = rows;
  if (!counts) throw new Error('The query that counts customers returned no row');
  return counts;
}

/** Returns the time of the current benchmarks; `null` before the first benchmarks. */
export async function findBenchmarksTime(database: Queries): Promise<Date | null> {
  const { rows } = await sql<{ made_at: Date | null }>`
    select coalesce((select made_at from benchmark_provisional limit 1), (select max(closed_at) from official_week)) as made_at`.execute(
    database,
  );
  return rows[0]?.made_at ?? null;
}

/** Counts churn events with a notice on or before `today`. Leaves out withdrawn notices. */
export async function countChurnEvents(database: Queries, today: Day): Promise<number> {
  const { count } = await database
    .selectFrom('churn_event')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('noticed_on', '<=', today)
    .where('taken_back_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Returns the number of customers with a churn tier in the latest predictions. Also returns their
 * mean probability of a notice within 60 days, in percent.
 */
export async function summarizeLatestPredictions(
  database: Queries,
): Promise<{ day: Day; flagged: number; chance: number | null } | undefined> {
  const { rows } = await sql<{ day: Day; flagged: number; chance: number | null }>`
    select day, count(*)::integer as flagged, avg(chance60) * 100 as chance from churn_prediction
    where tier is not null and day = (select max(day) from churn_prediction where not is_backtest) group by day`.execute(
    database,
  );
  return rows[0];
}
