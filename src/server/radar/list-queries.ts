import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { type ListedIncident, pastIncidentDays, type RadarScan } from '#shared/radar/radar.ts';
import type { IncidentKind } from '#shared/radar/words.ts';

/** Returns a cache version that changes with scans, verdicts and tasks. */
export async function readIncidentsCacheVersion(queries: Queries): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select concat_ws(':', (select looked_at from radar_look), (select count(*) from incident), (select sum(version) from incident),
      (select version from list_version where list = 'work')) as version`.execute(queries);
  return rows[0]?.version ?? '';
}

export async function findLastScan(queries: Queries): Promise<RadarScan | null> {
  const row = await queries.selectFrom('radar_look').selectAll().executeTakeFirst();
  if (row === undefined) return null;
  return {
    lookedAt: row.looked_at.toISOString(),
    asOf: row.as_of,
    watchedConnections: row.watched_connections,
    silentConnections: row.silent_connections,
    watchedLocations: row.watched_locations,
    silentLocations: row.silent_locations,
    unwatchedLocations: row.unwatched_locations,
    groupsCompared: row.groups_compared,
  };
}

type Same =
  | 'incidentId'
  | 'kind'
  | 'ehr'
  | 'state'
  | 'place'
  | 'radiusMiles'
  | 'watched'
  | 'silent'
  | 'mostSilent'
  | 'expected'
  | 'chance'
  | 'customers'
  | 'locations'
  | 'bounds'
  | 'customersEver'
  | 'locationsEver'
  | 'silentSince'
  | 'dismissedBy'
  | 'dismissedReason'
  | 'tasks'
  | 'version';

export interface IncidentRow extends Pick<ListedIncident, Same> {
  firstSeenAt: Date;
  lastSeenAt: Date;
  grewAt: Date | null;
  overAt: Date | null;
  dismissedAt: Date | null;
}

/** SQL for the tasks of incidents, without canceled tasks. */
const currentTask = sql`incident_task made join task t on t.institution_id = made.institution_id and t.task_id = made.task_id and t.status <> 'dropped'`;

/** Returns the active and the recently ended incidents, newest first. */
export async function findIncidentRows(queries: Queries, now: Date): Promise<IncidentRow[]> {
  const { rows } = await sql<IncidentRow>`
    select i.incident_id as "incidentId", i.kind, i.ehr, i.state, i.place, i.radius_miles as "radiusMiles", i.watched, i.silent,
      i.most_silent as "mostSilent", i.expected, i.chance, i.silent_since as "silentSince", i.first_seen_at as "firstSeenAt",
      i.last_seen_at as "lastSeenAt", i.grew_at as "grewAt", i.over_at as "overAt", p.name as "dismissedBy", i.dismissed_at as "dismissedAt",
      i.dismissed_reason as "dismissedReason", i.version, m.*, b.bounds,
      (select count(*)::integer from ${currentTask} where made.incident_id = i.incident_id) as tasks
    from incident i
    left join person p on p.user_id = i.dismissed_by
    cross join lateral (
      select count(distinct institution_id) filter (where back_on is null)::integer as customers,
        count(*) filter (where back_on is null)::integer as locations,
        count(distinct institution_id)::integer as "customersEver", count(*)::integer as "locationsEver"
      from incident_location where incident_id = i.incident_id
    ) m
    cross join lateral (
      select case when count(l.latitude) > 0 then jsonb_build_object(
        'south', min(l.latitude), 'north', max(l.latitude), 'west', min(l.longitude), 'east', max(l.longitude)) end as bounds
      from incident_location s join location l using (institution_id, location_id)
      where s.incident_id = i.incident_id and s.back_on is null and l.latitude is not null and l.longitude is not null
    ) b
    where i.over_at is null or i.over_at > ${now}::timestamptz - make_interval(days => ${pastIncidentDays})
    order by i.over_at is not null, i.first_seen_at desc, i.incident_id`.execute(queries);
  return rows;
}

export interface IncidentLocationRow {
  incidentId: string;
  kind: IncidentKind;
  incidentEhr: string | null;
  incidentState: string | null;
  place: string | null;
  institutionId: number;
  institutionName: string;
  locationId: number;
  locationName: string;
  city: string | null;
  state: string | null;
  ehr: string | null;
  silentSince: string;
  backOn: string | null;
  hasTask: boolean;
}

/**
 * Returns the locations of an incident. Without an id, returns the silent locations of all active
 * incidents.
 */
export async function findIncidentLocationRows(
  queries: Queries,
  incidentId: string | undefined,
): Promise<IncidentLocationRow[]> {
  const which =
    incidentId === undefined
      ? sql`i.over_at is null and i.dismissed_at is null and m.back_on is null`
      : sql`i.incident_id = ${incidentId}::uuid`;
  const { rows } = await sql<IncidentLocationRow>`
    select m.incident_id as "incidentId", i.kind, i.ehr as "incidentEhr", i.state as "incidentState", i.place,
      m.institution_id as "institutionId", c.name as "institutionName", m.location_id as "locationId", l.name as "locationName",
      l.city, l.state, l.ehr, m.silent_since as "silentSince", m.back_on as "backOn",
      exists (select from ${currentTask} where made.incident_id = m.incident_id and made.institution_id = m.institution_id) as "hasTask"
    from incident i join incident_location m using (incident_id)
    join institution c on c.institution_id = m.institution_id
    join location l on l.institution_id = m.institution_id and l.location_id = m.location_id
    where ${which}
    order by c.name, m.institution_id, l.name, m.location_id`.execute(queries);
  return rows;
}
