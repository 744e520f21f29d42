import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { lowScoreLimit } from '#shared/churn/patterns/patterns.ts';
import { addDays, type Day } from '#shared/core/dates.ts';
import type { ChurnTier } from '#shared/core/tiers.ts';

export interface Prediction {
  institutionId: number;
  day: Day;
  modelVersion: number;
  chance30: number;
  chance45: number;
  chance60: number;
  low: number;
  high: number;
  daysLeft: number | null;
  daysLow: number | null;
  daysHigh: number | null;
  patterns: string[];
  tier: ChurnTier | null;
}

/** Number of days for which live predictions are kept. Predictions of Sundays are kept longer. */
const keptDays = 60;

/**
 * Returns the predictions as JSON text for the database. Building a row object for each of
 * thousands of predictions would block the thread during garbage collection.
 */
export function serializePredictions(
  predictions: readonly Prediction[],
  isBacktest = false,
): string {
  return JSON.stringify(
    predictions.map((each) => ({
      institution_id: each.institutionId,
      day: each.day,
      is_backtest: isBacktest,
      model_version: each.modelVersion,
      chance30: each.chance30,
      chance45: each.chance45,
      chance60: each.chance60,
      low: each.low,
      high: each.high,
      days_left: each.daysLeft,
      days_low: each.daysLow,
      days_high: each.daysHigh,
      patterns: each.patterns,
      tier: each.tier,
    })),
  );
}

const insertPredictions = (
  transaction: Queries,
  table: 'churn_prediction' | 'churn_prediction_staging',
  text: string,
) =>
  sql`insert into ${sql.table(table)}
    select p.* from jsonb_populate_recordset(null::churn_prediction, ${text}::jsonb) p`.execute(
    transaction,
  );

export async function replaceDayPredictions(
  transaction: Queries,
  day: Day,
  texts: readonly string[],
): Promise<void> {
  await transaction.deleteFrom('churn_prediction').where('day', '=', day).execute();
  for (const text of texts) await insertPredictions(transaction, 'churn_prediction', text);
  await sql`delete from churn_prediction where day < ${addDays(day, -keptDays)}::date and extract(dow from day) <> 0`.execute(
    transaction,
  );
}

/** Saves backtest predictions of a draft model in the staging table. */
export const stageBacktest = (transaction: Queries, predictions: readonly Prediction[]) =>
  insertPredictions(
    transaction,
    'churn_prediction_staging',
    serializePredictions(predictions, true),
  );

export const clearStagedBacktest = (transaction: Queries) =>
  transaction.deleteFrom('churn_prediction_staging').execute();

/**
 * Replaces all backtest predictions with the staged predictions. Keeps the live predictions, which
 * were computed on the day that they are for.
 */
export async function replaceBacktest(transaction: Queries): Promise<void> {
  await transaction.deleteFrom('churn_prediction').where('is_backtest', '=', true).execute();
  await sql`insert into churn_prediction select * from churn_prediction_staging on conflict (day, institution_id) do nothing`.execute(
    transaction,
  );
}

/**
 * Returns the newest day with live predictions and the time at which they were computed;
 * `undefined` before the first predictions. For predictions that were computed later than their
 * day, the time is the end of that day.
 */
export async function findNewestPredictionDay(
  queries: Queries,
  timeZone: string,
): Promise<{ day: Day; madeAt: Date } | undefined> {
  const { rows } = await sql<{ day: Day; madeAt: Date }>`
    select p.day, (
      select least(max(ended_at), (p.day + 1)::timestamp at time zone ${timeZone}) from churn_run r
      where r.step = 'score' and r.day = p.day and r.status = 'succeeded' having count(*) > 0) as "madeAt"
    from (select max(day) as day from churn_prediction where not is_backtest) p where p.day is not null`.execute(
    queries,
  );
  const [found] = rows;
  return found?.madeAt === null ? undefined : found;
}

/** Number of days for which a verdict is valid. It equals the period of the prediction. */
export const verdictValidDays = 60;

export interface FlaggedRow {
  institution_id: number;
  tier: ChurnTier;
  chance30: number;
  chance45: number;
  chance60: number;
  low: number;
  high: number;
  days_left: number;
  days_low: number;
  days_high: number | null;
  patterns: string[];
  known: (number | null)[];
  /**
   * End of the first of the consecutive weeks with a score below 50; `null` when the last score is
   * not below 50.
   */
  low_since: Day | null;
  flagged_since: Day;
  is_new: boolean;
  verdict: 'accepted' | 'rejected' | 'withdrawn' | null;
  reason: string | null;
  decided_by: string | null;
  decided_name: string | null;
  decided_at: Date | null;
}

/**
 * Returns the customers in a tier on a day with their features and their verdict. Also returns the
 * day since which each customer is in a tier without interruption.
 */
export async function findFlaggedCustomers(queries: Queries, day: Day): Promise<FlaggedRow[]> {
  const { rows } = await sql<FlaggedRow>`
    with days as materialized (select distinct day from churn_prediction where day <= ${day}::date and day > ${day}::date - ${verdictValidDays}::integer)
    select p.institution_id, p.tier, p.chance30, p.chance45, p.chance60, p.low, p.high, p.days_left, p.days_low, p.days_high, p.patterns, f.known,
      (select min(s.week_start) + 6 from score_week s where s.institution_id = p.institution_id and s.week_start + 7 <= p.day and s.week_start > coalesce((
        select max(o.week_start) from score_week o where o.institution_id = p.institution_id and o.week_start + 7 <= p.day
          and coalesce(o.adoption_score, ${lowScoreLimit}) >= ${lowScoreLimit}), '-infinity')) as low_since,
      (select min(d.day) from days d where d.day > coalesce(broken.day, '-infinity')) as flagged_since,
      coalesce(broken.day = (select max(day) from days where day < p.day and day >= p.day - 7), false) as is_new,
      v.verdict, v.reason, v.decided_by, person.name as decided_name, v.decided_at
    from churn_prediction p join churn_feature f using (day, institution_id)
    left join lateral (
      select max(d.day) as day from days d where not exists (
        select from churn_prediction b where b.day = d.day and b.institution_id = p.institution_id and b.tier is not null)
    ) broken on true
    left join lateral (
      select verdict, reason, decided_by, decided_at from churn_verdict v
      where v.institution_id = p.institution_id and v.day > p.day - ${verdictValidDays}::integer order by decided_at desc limit 1
    ) v on true
    left join person on person.user_id = v.decided_by
    where p.day = ${day}::date and p.tier is not null order by p.chance60 desc, p.institution_id`.execute(
    queries,
  );
  return rows;
}

/** Returns the number of customers with a chance at the alert level but too few patterns. */
export async function countUntieredHighChances(queries: Queries, day: Day): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from churn_prediction where day = ${day}::date and days_left is not null and tier is null`.execute(
    queries,
  );
  return rows[0]?.count ?? 0;
}

/**
 * Returns current customers that were in a tier on the previous prediction day but are in none on
 * `day`.
 */
export async function findCustomersLeavingTiers(
  queries: Queries,
  day: Day,
): Promise<{ institutionId: number; institutionName: string }[]> {
  const { rows } = await sql<{ institutionId: number; institutionName: string }>`
    select i.institution_id as "institutionId", i.name as "institutionName" from churn_prediction y join institution i using (institution_id)
    where y.day = (select max(day) from churn_prediction where day < ${day}::date and day >= ${day}::date - 7) and y.tier is not null and i.churned_on is null
      and not exists (select from churn_prediction p where p.day = ${day}::date and p.institution_id = y.institution_id and p.tier is not null)
    order by y.chance60 desc, i.institution_id`.execute(queries);
  return rows;
}

/** Returns a cache version that changes with predictions, verdicts and losses. */
export async function predictionsCacheVersion(queries: Queries): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select concat_ws(':', (select max(ended_at) from churn_run), (select count(*) from churn_verdict), (select max(decided_at) from churn_verdict),
      (select count(*) from churn_event where taken_back_at is null), (select max(noticed_on) from churn_event),
      (select max(version) from churn_model where state <> 'draft'), (select version from churn_model where state = 'current'), (select count(*) from churn_pattern_mute), (select max(muted_at) from churn_pattern_mute)) as version`.execute(
    queries,
  );
  return rows[0]?.version ?? '';
}
