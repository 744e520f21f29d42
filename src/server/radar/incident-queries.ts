import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { silentFeedDetectionRules } from '#shared/radar/constants.ts';
import type { DetectedIncident, SilentLocation } from './detect.ts';
import type { KnownIncident } from './rules.ts';
import type { RadarScanTable } from './schema.ts';

/**
 * Saves the figures of a scan. The single row also acts as a lock, so that concurrent scans run one
 * after another.
 */
export async function saveScan(
  transaction: Queries,
  look: Omit<RadarScanTable, 'one_row'>,
): Promise<void> {
  await transaction
    .insertInto('radar_look')
    .values(look)
    .onConflict((conflict) => conflict.column('one_row').doUpdateSet(look))
    .execute();
}

/** Records, for locations of active incidents, the first day on which they reported again. */
export async function recordLocationsReportingAgain(transaction: Queries): Promise<void> {
  await sql`
    update incident_location m set back_on = r.day
    from (
      select m.incident_id, m.institution_id, m.location_id, min(f.last_report_on) as day
      from incident_location m join incident i using (incident_id)
      join feed_week f on f.institution_id = m.institution_id and f.location_id = m.location_id
        and f.week_start >= m.silent_since - 6 and f.last_report_on >= m.silent_since
      where i.over_at is null and m.back_on is null group by 1, 2, 3
    ) r
    where m.incident_id = r.incident_id and m.institution_id = r.institution_id and m.location_id = r.location_id`.execute(
    transaction,
  );
}

interface KnownRow extends Omit<KnownIncident, 'customers' | 'stillSilent'> {
  customers: number[] | null;
  stillSilent: number[] | null;
}

/** Returns the active incidents, and the dismissed incidents that ended recently. */
export async function findIncidentsToMatch(queries: Queries, now: Date): Promise<KnownIncident[]> {
  const { rows } = await sql<KnownRow>`
    select i.incident_id as "incidentId", i.kind, i.ehr, i.state, i.place, i.found_at as "foundAt", i.over_at as "overAt",
      i.dismissed_silent as "dismissedSilent", m.customers, m."stillSilent"
    from incident i
    left join lateral (
      select json_agg(distinct m.institution_id) as customers, json_agg(distinct m.institution_id) filter (
        where m.back_on is null and (l.closed_on is null or l.closed_on > m.silent_since) and c.churned_on is null) as "stillSilent"
      from incident_location m join institution c using (institution_id)
      join location l on l.institution_id = m.institution_id and l.location_id = m.location_id
      where m.incident_id = i.incident_id
    ) m on true
    where i.over_at is null
      or (i.dismissed_at is not null and i.over_at > ${now}::timestamptz - make_interval(days => ${silentFeedDetectionRules.comesBack.days}))
    order by i.first_seen_at, i.incident_id`.execute(queries);
  return rows.map((row) => ({
    ...row,
    customers: new Set(row.customers),
    stillSilent: new Set(row.stillSilent),
  }));
}

const figuresOf = (found: DetectedIncident) => ({
  kind: found.kind,
  ehr: found.ehr,
  state: found.state,
  latitude: found.area?.latitude ?? null,
  longitude: found.area?.longitude ?? null,
  place: found.area?.place ?? null,
  radius_miles: found.area?.radiusMiles ?? null,
  watched: found.watched,
  silent: found.silent,
  expected: found.expected,
  chance: found.chance,
  likelihood_ratio: found.likelihoodRatio,
});

export async function openIncident(
  transaction: Queries,
  found: DetectedIncident,
  now: Date,
): Promise<void> {
  const incidentId = randomUUID();
  await transaction
    .insertInto('incident')
    .values({
      ...figuresOf(found),
      incident_id: incidentId,
      most_silent: found.silent,
      grew_at: null,
      silent_since: found.silentSince,
      first_seen_at: now,
      found_at: now,
      last_seen_at: now,
      over_at: null,
      dismissed_by: null,
      dismissed_at: null,
      dismissed_reason: null,
      dismissed_silent: null,
    })
    .execute();
  await saveLocations(transaction, incidentId, found.locations);
}

/**
 * Updates an incident with the latest detection. A dismissed incident that has returned is no
 * longer dismissed.
 */
export async function updateIncident(
  transaction: Queries,
  {
    incidentId,
    found,
    hasReturned,
  }: { incidentId: string; found: DetectedIncident; hasReturned: boolean },
  now: Date,
): Promise<void> {
  await transaction
    .updateTable('incident')
    .set((of) => ({
      ...figuresOf(found),
      most_silent: of.fn('greatest', ['most_silent', of.val(found.silent)]),
      grew_at: of
        .case()
        .when('most_silent', '<', found.silent)
        .then(now)
        .else(of.ref('grew_at'))
        .end(),
      silent_since: sql`least(silent_since, ${found.silentSince}::date)`,
      found_at: now,
      last_seen_at: now,
      over_at: null,
    }))
    .where('incident_id', '=', incidentId)
    .execute();
  if (hasReturned) await reopenDismissedIncident(transaction, incidentId);
  await saveLocations(transaction, incidentId, found.locations);
}

export const reopenDismissedIncident = (transaction: Queries, incidentId: string) =>
  transaction
    .updateTable('incident')
    .set((of) => ({
      dismissed_by: null,
      dismissed_at: null,
      dismissed_reason: null,
      dismissed_silent: null,
      version: of('version', '+', 1),
    }))
    .where('incident_id', '=', incidentId)
    .execute();

/**
 * Adds silent locations to an incident. A location that had reported again is marked as silent
 * again.
 */
async function saveLocations(
  transaction: Queries,
  incidentId: string,
  locations: readonly SilentLocation[],
): Promise<void> {
  await sql`
    insert into incident_location (incident_id, institution_id, location_id, silent_since)
    select ${incidentId}::uuid, * from unnest(${locations.map((one) => one.institutionId)}::bigint[],
      ${locations.map((one) => one.locationId)}::bigint[], ${locations.map((one) => one.silentSince)}::date[])
    on conflict (institution_id, location_id, incident_id) do update set silent_since = excluded.silent_since, back_on = null
    where incident_location.silent_since <> excluded.silent_since or incident_location.back_on is not null`.execute(
    transaction,
  );
}

export async function recordIncidentDetections(
  transaction: Queries,
  incidentIds: readonly string[],
  now: Date,
): Promise<void> {
  await sql`update incident set last_seen_at = ${now}::timestamptz where incident_id = any(${incidentIds}::uuid[])`.execute(
    transaction,
  );
}

export async function endIncidents(
  transaction: Queries,
  incidentIds: readonly string[],
  now: Date,
): Promise<void> {
  await sql`update incident set over_at = ${now}::timestamptz where incident_id = any(${incidentIds}::uuid[])`.execute(
    transaction,
  );
}

export async function dismissIncident(
  transaction: Queries,
  {
    incidentId,
    userId,
    at,
    reason,
  }: { incidentId: string; userId: string; at: Date; reason: string },
): Promise<void> {
  await transaction
    .updateTable('incident')
    .set((of) => ({
      dismissed_by: userId,
      dismissed_at: at,
      dismissed_reason: reason,
      dismissed_silent: of.ref('silent'),
      version: of('version', '+', 1),
    }))
    .where('incident_id', '=', incidentId)
    .execute();
}
