import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { PipelineStepKey } from '#shared/churn/pipeline/pipeline-runs.ts';
import type { Day } from '#shared/core/dates.ts';
import { maxComparedRuns } from './checks.ts';

/** Row counts of the data sources at the start of a day. */
export interface SourceRowCounts {
  week: Day | null;
  live: number;
  scored: number;
  /** Number of live customers without a score in the last official week. */
  unscored: number;
  /** Number of live customers without a known go-live date. */
  withoutGoLive: number;
  usageRows: number;
  feeds: number;
  lateFeeds: number;
  tickets: number;
  deals: number;
  losses: number;
}

export async function countSourceRows(
  queries: Queries,
  day: Day,
  timeZone: string,
): Promise<SourceRowCounts> {
  const began = sql`(${day}::date::timestamp at time zone ${timeZone})`;
  const { rows } = await sql<SourceRowCounts>`
    with w as materialized (select week_start, version from official_week where week_start + 7 <= ${day}::date order by week_start desc limit 1),
    live as materialized (
      select i.institution_id, i.live_on from institution i where coalesce(i.live_on < ${day}::date, true) and coalesce(i.churned_on >= ${day}::date, true)
    ),
    scored as materialized (select s.institution_id, s.adoption_score from w join score_version s on s.week_start = w.week_start and s.version = w.version)
    select (select week_start from w) as week,
      (select count(*) from live)::integer as live, (select count(*) from scored)::integer as scored,
      (select count(*) from live left join scored using (institution_id) where scored.adoption_score is null)::integer as unscored,
      (select count(*) from live where live_on is null)::integer as "withoutGoLive",
      (select count(*) from usage_week where week_start = (select week_start from w))::integer as "usageRows",
      (select count(*) from feed_week where week_start = (select week_start from w))::integer as feeds,
      (select count(*) from location l join live using (institution_id) where coalesce(l.begins_on < (select week_start from w), true)
        and coalesce(l.closed_on > ${day}::date, true) and not exists (select from feed_week f
          where f.week_start = (select week_start from w) and f.institution_id = l.institution_id and f.location_id = l.location_id))::integer as "lateFeeds",
      (select count(*) from crm_ticket where external_key is null and created_at < ${began} and created_at >= ${began} - interval '28 days')::integer as tickets,
      (select count(*) from crm_deal where not closed)::integer as deals,
      (select count(*) from churn_event where taken_back_at is null and noticed_on < ${day}::date and noticed_on >= ${day}::date - 84)::integer as losses`.execute(
    queries,
  );
  const [found] = rows;
  if (found === undefined) throw new Error('The query for source counts returned no row.');
  return found;
}

/**
 * Returns, by check key, the values that a step's checks had in its runs for earlier days, newest
 * first.
 */
export async function earlierCheckValues(
  queries: Queries,
  step: PipelineStepKey,
  day: Day,
): Promise<Map<string, number[]>> {
  const runs = await queries
    .selectFrom('churn_run')
    .select('checks')
    .distinctOn('day')
    .where('step', '=', step)
    .where('status', '=', 'succeeded')
    .where('day', '<', day)
    .orderBy('day', 'desc')
    .orderBy('asked_at', 'desc')
    .limit(maxComparedRuns)
    .execute();
  const values = new Map<string, number[]>();
  for (const { checks } of runs)
    for (const { key, value } of checks) values.set(key, [...(values.get(key) ?? []), value]);
  return values;
}
