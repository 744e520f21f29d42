import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { addDays, type Day } from '#shared/core/dates.ts';
import type { HealthTier } from '#shared/core/tiers.ts';
import { predictionHorizonDays } from '../patterns/horizon.ts';
import { tierFlagsSql } from './flags-queries.ts';

export interface SimilarCaseRow {
  institution_id: number;
  name: string;
  day: Day;
  noticed_on: Day | null;
  reason: string | null;
  patterns: string[];
  known: (number | null)[];
  score: number | null;
  tier: HealthTier | null;
  done: string[] | null;
}

/** Returns the newest features of an institution; `undefined` without features. */
export async function findNewestFeatures(
  queries: Queries,
  institutionId: number,
): Promise<(number | null)[] | undefined> {
  const row = await queries
    .selectFrom('churn_feature')
    .select('known')
    .where('institution_id', '=', institutionId)
    .orderBy('day', 'desc')
    .executeTakeFirst();
  return row?.known;
}

/**
 * Returns the flags of other customers with a known outcome. Each has the customer's features at
 * that time and the actions in the following 60 days.
 */
export async function findPastFlagsOfOthers(
  queries: Queries,
  institutionId: number,
  today: Day,
): Promise<SimilarCaseRow[]> {
  const { rows } = await sql<SimilarCaseRow>`
    with flag as materialized (${tierFlagsSql(addDays(today, -predictionHorizonDays))})
    select f.institution_id, i.name, f.day, f.noticed_on, c.reason, f.patterns, k.known, s.adoption_score as score, s.health_tier as tier,
      (select array_agg(distinct w.kind || ':' || w.event) from work_event w where w.institution_id = f.institution_id
        and w.at >= f.day and w.at < f.day + ${predictionHorizonDays}::integer) as done
    from flag f join institution i using (institution_id) join churn_feature k on k.day = f.day and k.institution_id = f.institution_id
    left join churn_event c on c.institution_id = f.institution_id and c.taken_back_at is null and c.noticed_on = f.noticed_on
    left join score_week s on s.institution_id = f.institution_id and s.week_start = f.day - 7
    where f.institution_id <> ${institutionId}`.execute(queries);
  return rows;
}
