import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { addDays, type Day, listWeekStartsUntil, weekStartOf } from '#shared/core/dates.ts';
import { silentFeedDetectionRules } from '#shared/radar/constants.ts';
import type { LocationFeed } from './silence.ts';

/**
 * Returns the last day, up to `yesterday`, on which any connection reported; `null` without a
 * report.
 */
export async function findLastReportDay(queries: Queries, yesterday: Day): Promise<Day | null> {
  const { rows } = await sql<{ day: Day | null }>`
    select case when max(last_report_on) is not null then least(max(last_report_on), ${yesterday}::date) end as day from feed_week
    where week_start = (select max(week_start) from feed_week where week_start <= ${yesterday}::date)`.execute(
    queries,
  );
  return rows[0]?.day ?? null;
}

/**
 * Returns the feeds of the next customers after the id `after`, and the id of the last of these
 * customers. Returns `undefined` after the last customer.
 */
export async function readNextFeedBatch(
  queries: Queries,
  after: number,
  customers: number,
  asOf: Day,
): Promise<{ feeds: LocationFeed[]; last: number } | undefined> {
  const weeks = listWeekStartsUntil(weekStartOf(asOf), silentFeedDetectionRules.weeks.of);
  const { rows: next } = await sql<{ institution_id: number }>`
    select institution_id from institution where institution_id > ${after} and (churned_on is null or churned_on > ${asOf}::date)
    order by institution_id limit ${customers}`.execute(queries);
  const last = next.at(-1)?.institution_id;
  if (last === undefined) return undefined;
  const { rows: feeds } = await sql<LocationFeed>`
    select l.institution_id as "institutionId", l.location_id as "locationId", nullif(trim(l.ehr), '') as ehr, nullif(trim(l.state), '') as state,
      l.city, l.latitude, l.longitude, f.last_report_on as "lastReportOn", f.weeks as "weeksReported"
    from location l
    cross join lateral (
      select max(last_report_on) as last_report_on, count(*)::integer as weeks from feed_week w
      where w.institution_id = l.institution_id and w.location_id = l.location_id and w.week_start = any(${weeks}::date[])
    ) f
    where l.institution_id = any(${next.map((one) => one.institution_id)}::bigint[])
      and (l.begins_on is null or l.begins_on <= ${asOf}::date) and (l.closed_on is null or l.closed_on > ${asOf}::date)
    order by l.institution_id, l.location_id`.execute(queries);
  return { feeds, last };
}

/**
 * Returns, by location, the days with usage in the weeks before the last report of the connection.
 */
export async function findLocationUsageDays(
  queries: Queries,
  feeds: readonly LocationFeed[],
): Promise<Map<number, Day[]>> {
  if (feeds.length === 0) return new Map();
  const { rows } = await sql<{ location_id: number; day: Day }>`
    select distinct f.location_id, u.day
    from unnest(${feeds.map((feed) => feed.institutionId)}::bigint[], ${feeds.map((feed) => feed.locationId)}::bigint[],
      ${feeds.map((feed) => addDays(feed.lastReportOn ?? '', -silentFeedDetectionRules.habit.days))}::date[]) as f (institution_id, location_id, since)
    join usage_daily u on u.institution_id = f.institution_id and u.location_id = f.location_id and u.day > f.since`.execute(
    queries,
  );
  const days = Map.groupBy(rows, (row) => row.location_id);
  return new Map([...days].map(([location, own]) => [location, own.map(({ day }) => day)]));
}
