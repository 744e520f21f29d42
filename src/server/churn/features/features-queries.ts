import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import {
  type InstitutionRange,
  institutionRangeConditionSql,
} from '#server/scoring/institution-range-queries.ts';
import {
  ownershipTicketCountedDays,
  typicalTicketPeriodDays,
} from '#shared/churn/patterns/features.ts';
import type { Day } from '#shared/core/dates.ts';

/**
 * Last official week that ended before a day. Each version is the version that existed when this
 * day began.
 */
interface KnownWeek {
  week_start: Day;
  version: number;
  /** Version of the official week 4 weeks earlier; `null` without such a week. */
  version_before: number | null;
  /** Version of the official week 8 weeks earlier; `null` without such a week. */
  version_earlier: number | null;
}

/** SQL for the start of a day in the business time zone. */
const beginningOf = (day: Day, timeZone: string) =>
  sql`(${day}::date::timestamp at time zone ${timeZone})`;

/**
 * SQL for the version of a week that existed when the day began; the first version if all versions
 * are later.
 */
const versionKnown = (week: string, began: RawBuilder<unknown>) => {
  const [start, version, closed] = ['week_start', 'version', 'closed_at'].map((column) =>
    sql.ref(`${week}.${column}`),
  );
  return sql`case when ${closed} < ${began} then ${version} else coalesce(
    (select max(v.version) from week_version v where v.week_start = ${start} and v.closed_at < ${began}),
    (select min(v.version) from week_version v where v.week_start = ${start}), ${version}) end`;
};

async function knownWeek(
  queries: Queries,
  day: Day,
  timeZone: string,
): Promise<KnownWeek | undefined> {
  const began = beginningOf(day, timeZone);
  const { rows } = await sql<KnownWeek>`
    select w.week_start, ${versionKnown('w', began)} as version, ${versionKnown('before', began)} as version_before,
      ${versionKnown('earlier', began)} as version_earlier
    from official_week w
    left join official_week before on before.week_start = w.week_start - 28
    left join official_week earlier on earlier.week_start = w.week_start - 56
    where w.week_start + 7 <= ${day}::date order by w.week_start desc limit 1`.execute(queries);
  return rows[0];
}

/**
 * SQL for the ratio of `late` to `early`; `null` when `early` is not positive or either value is
 * unknown.
 */
const ratio = (late: RawBuilder<unknown>, early: RawBuilder<unknown>) =>
  sql`case when ${early} > 0 then ${late} / ${early} end`;

/**
 * SQL for the features of institutions that were live on the day and had not given notice, in the
 * order of `churnFeatures`. Reads only data from before the day began: official weeks that had
 * ended, tickets and deals. Each statement computes one day, because conditions with constant dates
 * are faster than comparisons between columns. The range of institutions is repeated in the
 * condition of every table. Otherwise, the planner would read all customers.
 */
function featuresSql(day: Day, known: KnownWeek, range: InstitutionRange, timeZone: string) {
  const began = beginningOf(day, timeZone);
  // A subtraction of days depends on the session's time zone, so PostgreSQL would evaluate it for
  // each row. In UTC, the result is a constant that is evaluated once.
  const daysBefore = (days: number) =>
    sql`((${began} at time zone 'UTC' - make_interval(days => ${days})) at time zone 'UTC')`;
  const week = sql`${known.week_start}::date`;
  // Either all figures of a week are known or none. Every average can therefore divide by
  // count(uses), which is faster than avg().
  const meanWhere = (column: string, isMeant: RawBuilder<unknown>) =>
    sql`sum(${sql.ref(column)}) filter (where ${isMeant}) / count(uses) filter (where ${isMeant})`;
  const isLate = sql`week_start > ${week} - 28`;
  const isEarly = sql`week_start <= ${week} - 28 and week_start > ${week} - 84`;
  const mean = (column: string) =>
    ratio(sql`(${meanWhere(column, isLate)})`, sql`(${meanWhere(column, isEarly)})`);
  return sql`
  with usage as (
    select institution_id,
      case when count(uses) filter (where week_start = ${week}) > 0
        then (${week} - coalesce(max(week_start) filter (where uses > 0), min(week_start) - 7)) / 7 end as weeks_unused,
      (${week} - coalesce(max(week_start) filter (where uses is not null), min(week_start) - 7)) / 7 as weeks_silent,
      ${mean('uses')} as use_ratio,
      ${ratio(
        sql`(${meanWhere('bookings', sql`week_start > ${week} - 14`)})`,
        sql`percentile_cont(0.5) within group (order by bookings) filter (where week_start <= ${week} - 14 and week_start > ${week} - 70)`,
      )} as bookings_ratio,
      ${mean('forms')} as forms_ratio, ${mean('payments')} as payments_ratio, ${mean('messages')} as messages_ratio,
      max(quiet_locations) filter (where week_start = ${week}) as quiet, max(group_locations) filter (where week_start = ${week}) as in_group,
      sum(quiet_locations) filter (where week_start <= ${week} - 28)::float8
        / nullif(sum(group_locations) filter (where week_start <= ${week} - 28), 0) as usual_quiet
    from churn_week where ${institutionRangeConditionSql(range, 'institution_id')} and week_start > ${week} - 182 and week_start <= ${week}
    group by institution_id
  ),
  ticket as (
    select institution_id, count(*) filter (where created_at >= ${daysBefore(28)}) as late,
      count(*) filter (where created_at < ${daysBefore(28)} and created_at >= ${daysBefore(84)}) as before,
      count(*) filter (where created_at < ${daysBefore(28)}) * 28.0 / ${typicalTicketPeriodDays} as usually,
      count(*) filter (where created_at >= ${daysBefore(56)} and priority in ('HIGH', 'URGENT')) as urgent,
      floor(extract(epoch from ${began} - max(created_at) filter (
        where subject ilike '%ownership%' and created_at >= ${daysBefore(ownershipTicketCountedDays)})) / 86400) as since_owner
    from crm_ticket
    where external_key is null and ${institutionRangeConditionSql(range, 'institution_id')} and created_at < ${began} and created_at >= ${daysBefore(typicalTicketPeriodDays + 28)}
    group by institution_id
  ),
  renewal as (
    select institution_id, min(closes_on) - ${day}::date as days from crm_deal
    where ${institutionRangeConditionSql(range, 'institution_id')} and pipeline = 'Renewals' and not closed and closes_on >= ${day}::date and updated_at < ${began}
    group by institution_id
  ),
  booking as materialized (
    select institution_id, n.benchmark / nullif(o.benchmark, 0) as ratio
    from product_version n join product_version o using (institution_id, product)
    where n.week_start = ${week} and n.version = ${known.version} and ${institutionRangeConditionSql(range, 'n.institution_id')} and product = 'onlineBooking'
      and o.week_start = ${week} - 56 and o.version = ${known.version_earlier} and ${institutionRangeConditionSql(range, 'o.institution_id')}
  )
  select ${day}::date, s.institution_id, array[
    s.adoption_score, s.adoption_score - p.adoption_score, s.weeks_declining, s.weeks_at_risk, s.entitled_features - s.active_features,
    u.weeks_unused, u.weeks_silent, u.use_ratio, u.bookings_ratio, b.ratio, u.forms_ratio, u.payments_ratio, u.messages_ratio, u.quiet,
    u.in_group, u.usual_quiet, coalesce(t.late, 0), coalesce(t.before, 0), coalesce(t.usually, 0), coalesce(t.urgent, 0), t.since_owner,
    ${day}::date - i.live_on, s.coverage, r.days
  ]::float8[] as known
  from score_version s
  join institution i on i.institution_id = s.institution_id and ${institutionRangeConditionSql(range, 'i.institution_id')}
  left join score_version p on p.week_start = ${week} - 28 and p.version = ${known.version_before} and p.institution_id = s.institution_id
    and ${institutionRangeConditionSql(range, 'p.institution_id')}
  left join usage u on u.institution_id = s.institution_id
  left join ticket t on t.institution_id = s.institution_id
  left join renewal r on r.institution_id = s.institution_id
  left join booking b on b.institution_id = s.institution_id
  where s.week_start = ${week} and s.version = ${known.version} and ${institutionRangeConditionSql(range, 's.institution_id')}
    and (i.live_on is null or i.live_on < ${day}::date) and (i.churned_on is null or i.churned_on >= ${day}::date)
    and not exists (
      select from churn_event c where c.institution_id = s.institution_id and c.taken_back_at is null and c.noticed_on < ${day}::date)`;
}

/**
 * Updates table statistics before features are computed. Without statistics for the newest week,
 * the planner expects one row. It then chooses nested loops, which take minutes for thousands of
 * institutions.
 */
export const analyzeFeatureTables = (queries: Queries) =>
  sql`analyze score_version, product_version, churn_week, churn_event, crm_ticket, crm_deal`.execute(
    queries,
  );

/** Replaces the features of a day and returns their number. */
export async function replaceDayFeatures(
  transaction: Queries,
  day: Day,
  range: InstitutionRange,
  timeZone: string,
): Promise<number> {
  await sql`delete from churn_feature where day = ${day}::date and ${institutionRangeConditionSql(range, 'institution_id')}`.execute(
    transaction,
  );
  const week = await knownWeek(transaction, day, timeZone);
  if (week === undefined) return 0;
  const { numAffectedRows } = await sql`
    insert into churn_feature (day, institution_id, known) ${featuresSql(day, week, range, timeZone)}`.execute(
    transaction,
  );
  return Number(numAffectedRows ?? 0);
}
