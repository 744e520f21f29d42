import { sql } from 'kysely';
import type { TimelineEntryQueryBuilder } from '#server/timeline/registry.ts';

/**
 * Returns the timeline entries of an institution's silent connections: the first silent day, and
 * the day on which the last connection reported again.
 */
export const silentFeedEntries: TimelineEntryQueryBuilder = ({ institutionId, hourOf }) => {
  const silences = sql`
    select incident_id, min(m.silent_since) as silent_since, count(*)::integer as locations,
      case when count(*) = count(m.back_on) then max(m.back_on) end as back_on,
      concat_ws(', ', min(i.ehr), min(coalesce(i.place, i.state))) as common
    from incident_location m join incident i using (incident_id)
    where m.institution_id = ${institutionId} and i.dismissed_at is null group by incident_id`;
  return [
    sql`
      select 'silent:' || incident_id, ${hourOf('silent_since', 9)}, 'milestone', 'silent', null, null, null, null,
        jsonb_build_object('locations', locations, 'of', common), null, concat_ws(' ', 'silent', 'feed', 'incident', common)
      from (${silences}) silent`,
    sql`
      select 'heard:' || incident_id, ${hourOf('back_on', 9)}, 'milestone', 'heard', null, null, null, null,
        jsonb_build_object('of', common), null, concat_ws(' ', 'reports again', 'feed', 'incident', common)
      from (${silences}) heard where back_on is not null`,
  ];
};
