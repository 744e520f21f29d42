import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { Dependencies } from '#server/core/dependencies.ts';
import type { Day } from '#shared/core/dates.ts';
import {
  type AlertConditions,
  buildConditionsPredicate,
  buildFiringPredicate,
} from './conditions-sql.ts';

/**
 * Returns the ids of the customers for which a rule would fire now, in ascending order. Returns an
 * empty list before the first official week.
 */
export async function findMatchingCustomers(
  dependencies: Dependencies,
  conditions: AlertConditions,
): Promise<number[]> {
  const { rows } = await sql<{ institution_id: number }>`
    select s.institution_id from score_week s join institution i using (institution_id)
    where s.week_start = (select max(week_start) from official_week) and i.churned_on is null and ${await buildFiringPredicate(dependencies, conditions)}
    order by s.institution_id`.execute(dependencies.database.foreground);
  return rows.map((row) => row.institution_id);
}

/**
 * Returns the weeks in which each customer matched, among `weeks`, oldest first. Includes customers
 * that were lost since.
 */
export async function findMatchingWeeksByCustomer(
  dependencies: Dependencies,
  conditions: AlertConditions,
  weeks: readonly Day[],
): Promise<Map<number, readonly Day[]>> {
  const { rows } = await sql<{ institution_id: number; weeks: Day[] }>`
    select s.institution_id, array_agg(s.week_start::text order by s.week_start) as weeks
    from score_week s join institution i using (institution_id)
    where s.week_start = any(${weeks}::date[]) and ${await buildConditionsPredicate(dependencies, conditions)}
    group by 1 order by 1`.execute(dependencies.database.foreground);
  return new Map(rows.map((row) => [row.institution_id, row.weeks]));
}

/**
 * Returns the pairs of a rule and a customer for which the rule's conditions do not hold in the
 * last official week. Leaves out customers without a score.
 */
export async function findUnmatchedPairs(
  queries: Queries,
  rules: readonly { ruleId: string; predicate: RawBuilder<boolean> }[],
  institutionIds: readonly number[],
): Promise<{ ruleId: string; institutionId: number }[]> {
  if (rules.length === 0 || institutionIds.length === 0) return [];
  const tests = sql.join(
    rules.map(({ ruleId, predicate }) => sql`(${ruleId}::uuid, ${predicate})`),
  );
  const { rows } = await sql<{ ruleId: string; institutionId: number }>`
    select test.rule_id as "ruleId", s.institution_id as "institutionId"
    from score_week s join institution i using (institution_id) cross join lateral (values ${tests}) as test (rule_id, holds)
    where s.week_start = (select max(week_start) from official_week) and s.institution_id = any(${institutionIds}::bigint[])
      and test.holds is not true`.execute(queries);
  return rows;
}
