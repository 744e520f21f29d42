import { sql } from 'kysely';
import type { TimelineEntryQueryBuilder } from '#server/timeline/registry.ts';

/** Returns the timeline entries of the days on which alert rules fired. */
export const ruleFiringEntries: TimelineEntryQueryBuilder = ({ institutionId, hourOf }) => [
  sql`
    select 'fired:' || f.call_id || ':' || f.fired_on, ${hourOf('f.fired_on', 7)}, 'milestone', 'fired', null, null, null, null,
      jsonb_build_object('rule', r.name, 'saw', f.saw), null, concat_ws(' ', 'alert rule fired', r.name, f.saw)
    from call_firing f join alert_rule r using (rule_id) where f.institution_id = ${institutionId}`,
];
