import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { EvaluationWeekChoice } from '#shared/churn/quality/quality.ts';
import { addDays, type Day } from '#shared/core/dates.ts';
import type { ChurnTier, SizeTier } from '#shared/core/tiers.ts';
import { predictionHorizonDays } from '../patterns/horizon.ts';
import { tierFlagsSql } from '../predictions/flags-queries.ts';

/** Entry of a customer into a tier, with the outcome. */
export interface TierFlag {
  institution_id: number;
  name: string;
  day: Day;
  tier: ChurnTier;
  chance60: number;
  patterns: string[];
  noticed_on: Day | null;
  /** Reason that the customer gave for leaving. */
  reason: string | null;
  size_tier: SizeTier | null;
  ehr: string | null;
  tenure_days: number | null;
  /**
   * `true` when a note, task or decision was recorded after the flag and before the notice or,
   * without a notice, within 60 days after the flag. Rejecting the prediction does not count.
   */
  contacted: boolean;
}

/** SQL for the most frequent EHR among the locations of each institution. */
export const ehrByInstitutionSql = sql`(select institution_id, mode() within group (order by ehr) as ehr from location group by institution_id)`;

/**
 * Returns the flags on Sundays from `from` to `until`, both included, in ascending order of days.
 */
export async function findFlagsBetween(
  queries: Queries,
  from: Day,
  until: Day,
): Promise<TierFlag[]> {
  const { rows } = await sql<TierFlag>`
    with flag as materialized (${tierFlagsSql(until)})
    select f.institution_id, i.name, f.day, f.tier, f.chance60, f.patterns, f.noticed_on, f.reason, s.size_tier, e.ehr,
      f.day - i.live_on as tenure_days,
      exists (select from work_event w where w.institution_id = f.institution_id and w.event not in ('prediction_rejected', 'prediction_withdrawn', 'prediction_verdict_undone')
          and w.at >= f.day and w.at < coalesce(f.noticed_on, f.day + ${predictionHorizonDays}::integer))
        or exists (select from risk_outcome o where o.institution_id = f.institution_id and o.decided_at >= f.day
          and o.decided_at < coalesce(f.noticed_on, f.day + ${predictionHorizonDays}::integer) and o.withdrawn_at is null)
        or exists (select from note n where n.institution_id = f.institution_id and n.deleted_at is null and n.created_at >= f.day
          and n.created_at < coalesce(f.noticed_on, f.day + ${predictionHorizonDays}::integer)) as contacted
    from flag f join institution i using (institution_id) left join ${ehrByInstitutionSql} e on e.institution_id = f.institution_id
    left join score_week s on s.institution_id = f.institution_id and s.week_start = f.day - 7
    where f.day >= ${from}::date order by f.day, f.institution_id`.execute(queries);
  return rows;
}

/**
 * Loss in the evaluated weeks, with the earliest flag and the highest chance in the 60 days before
 * the notice.
 */
export interface LossWithFlag {
  institution_id: number;
  name: string;
  noticed_on: Day;
  flagged_on: Day | null;
  chance: number | null;
  patterns: number;
  low_score_on: Day | null;
  /** Lost revenue in dollars per month; `null` when unknown. */
  dollars: number | null;
  size_tier: SizeTier | null;
  ehr: string | null;
  tenure_days: number | null;
}

export async function findLossesWithFlags(
  queries: Queries,
  from: Day,
  today: Day,
): Promise<LossWithFlag[]> {
  const { rows } = await sql<LossWithFlag>`
    select c.institution_id, i.name, c.noticed_on,
      min(p.day) filter (where p.tier is not null) as flagged_on, max(p.chance60) as chance, coalesce(max(cardinality(p.patterns)), 0) as patterns,
      (select min(s.week_start + 7) from score_week s where s.institution_id = c.institution_id and s.adoption_score < 50
        and s.week_start + 7 <= c.noticed_on and s.week_start + 7 > c.noticed_on - ${predictionHorizonDays}::integer) as low_score_on,
      (select s.size_tier from score_week s where s.institution_id = c.institution_id and s.week_start < c.noticed_on order by s.week_start desc limit 1) as size_tier,
      e.ehr, c.noticed_on - i.live_on as tenure_days,
      coalesce(c.monthly_cents, (
        select sum(t.monthly_cents) from contract_term t
        where t.institution_id = c.institution_id and t.starts_on <= c.noticed_on and (t.ends_on is null or t.ends_on > c.noticed_on)))::float8 / 100 as dollars
    from churn_event c join institution i using (institution_id) left join ${ehrByInstitutionSql} e on e.institution_id = c.institution_id
    left join churn_prediction p on p.institution_id = c.institution_id and p.day <= c.noticed_on and p.day > c.noticed_on - ${predictionHorizonDays}::integer
      and extract(dow from p.day) = 0
    where c.taken_back_at is null and c.noticed_on >= ${from}::date + ${predictionHorizonDays}::integer and c.noticed_on < ${today}::date
    group by c.institution_id, i.name, c.noticed_on, c.monthly_cents, i.live_on, e.ehr order by c.noticed_on desc, c.institution_id`.execute(
    queries,
  );
  return rows;
}

/**
 * Counts customers whose score fell below 50 on a Sunday with a known outcome. Also counts how many
 * of these customers left.
 */
export async function countLowScoreFlags(
  queries: Queries,
  from: Day,
  today: Day,
): Promise<{ of: number; hits: number }> {
  const { rows } = await sql<{ of: number; hits: number }>`
    select count(*)::integer as of, count(*) filter (where exists (
        select from churn_event c where c.institution_id = f.institution_id and c.taken_back_at is null and c.noticed_on >= f.day
          and c.noticed_on < f.day + ${predictionHorizonDays}::integer))::integer as hits
    from (
      select institution_id, week_start + 7 as day, week_start + 7 - lag(week_start + 7) over (partition by institution_id order by week_start) as gap
      from score_week where adoption_score < 50 and week_start + 7 between ${from}::date and ${today}::date - ${predictionHorizonDays}::integer
    ) f where (gap is null or gap > 28)
      and not exists (select from churn_event c where c.institution_id = f.institution_id and c.taken_back_at is null and c.noticed_on < f.day)`.execute(
    queries,
  );
  return rows[0] ?? { of: 0, hits: 0 };
}

/** Customer with one of the highest chances on a Sunday. */
export interface TopChanceCustomer {
  institution_id: number;
  day: Day;
  rank: number;
  left: boolean;
}

/** Largest evaluated capacity of a team, in customers per Sunday. */
export const maxTeamCapacity = 100;

export async function findTopChanceCustomers(
  queries: Queries,
  from: Day,
  today: Day,
): Promise<TopChanceCustomer[]> {
  const { rows } = await sql<TopChanceCustomer>`
    select r.institution_id, r.day, r.rank::integer as rank, exists (
      select from churn_event c where c.institution_id = r.institution_id and c.taken_back_at is null and c.noticed_on >= r.day
        and c.noticed_on < r.day + ${predictionHorizonDays}::integer) as left
    from (
      select institution_id, day, row_number() over (partition by day order by chance60 desc, institution_id) as rank from churn_prediction
      where extract(dow from day) = 0 and day between ${from}::date and ${addDays(today, -predictionHorizonDays)}::date
    ) r where r.rank <= ${maxTeamCapacity} order by r.day, r.rank`.execute(queries);
  return rows;
}

/**
 * Counts the entries into a tier on Sundays. Also counts the entries after which the customer left
 * the tier within three weeks without a notice.
 */
export async function countShortTierEntries(
  queries: Queries,
  from: Day,
): Promise<{ of: number; hits: number }> {
  const { rows } = await sql<{ of: number; hits: number }>`
    with run as (
      select institution_id, day, day - 7 * row_number() over (partition by institution_id order by day)::integer as stretch
      from churn_prediction where tier is not null and extract(dow from day) = 0 and day >= ${from}::date
    ),
    stretch as (select institution_id, min(day) as began, max(day) as ended from run group by institution_id, stretch),
    newest as (select max(day) as day from churn_prediction where extract(dow from day) = 0)
    select count(*)::integer as of, count(*) filter (where ended - began < 14 and ended < newest.day and not exists (
      select from churn_event c where c.institution_id = stretch.institution_id and c.taken_back_at is null and c.noticed_on between ended and ended + 14))::integer as hits
    from stretch cross join newest`.execute(queries);
  return rows[0] ?? { of: 0, hits: 0 };
}

/**
 * Returns the first and the last evaluated Sunday with known outcomes, and the number of such
 * Sundays.
 */
export async function findMaturedSundayRange(
  queries: Queries,
  today: Day,
  past: EvaluationWeekChoice,
): Promise<{ first: Day | null; last: Day | null; weeks: number }> {
  const { rows } = await sql<{ first: Day | null; last: Day | null; weeks: number }>`
    select min(day) as first, max(day) as last, count(*)::integer as weeks from (
      select distinct day from churn_prediction
      where extract(dow from day) = 0 and day <= ${addDays(today, -predictionHorizonDays)}::date order by day desc limit ${past === 'all' ? null : Number(past)}::integer) sunday`.execute(
    queries,
  );
  return rows[0] ?? { first: null, last: null, weeks: 0 };
}

export async function countVerdicts(
  queries: Queries,
): Promise<{ accepted: number; rejected: number; rejectedAndLeft: number }> {
  const { rows } = await sql<{ accepted: number; rejected: number; rejectedAndLeft: number }>`
    with last as (select distinct on (institution_id) institution_id, verdict, day from churn_verdict order by institution_id, decided_at desc)
    select count(*) filter (where verdict = 'accepted')::integer as accepted, count(*) filter (where verdict = 'rejected')::integer as rejected,
      count(*) filter (where verdict = 'rejected' and exists (select from churn_event c where c.institution_id = last.institution_id
        and c.taken_back_at is null and c.noticed_on >= last.day and c.noticed_on < last.day + ${predictionHorizonDays}::integer))::integer as "rejectedAndLeft"
    from last`.execute(queries);
  return rows[0] ?? { accepted: 0, rejected: 0, rejectedAndLeft: 0 };
}
