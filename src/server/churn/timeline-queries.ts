import { sql } from 'kysely';
import type { TimelineEntryQueryBuilder } from '#server/timeline/registry.ts';

/** Returns the timeline entries of notices, withdrawn notices and departures. */
export const churnEntries: TimelineEntryQueryBuilder = ({ institutionId, hourOf }) => [
  sql`
    select 'notice:' || loss_id, ${hourOf('noticed_on', 9)}, 'milestone', 'notice', entered_by, null, null, null,
      jsonb_build_object('reason', concat_ws(': ', reason, reason_detail), 'effective', effective_on), null,
      concat_ws(' ', 'gave notice', reason, reason_detail, competitor)
    from churn_event where institution_id = ${institutionId}`,
  sql`
    select 'stayed:' || loss_id, taken_back_at, 'milestone', 'stayed', taken_back_by, null, null, null,
      jsonb_build_object('reason', taken_back_reason), null, concat_ws(' ', 'withdrew the notice', taken_back_reason)
    from churn_event where institution_id = ${institutionId} and taken_back_at is not null`,
  sql`
    select 'left:' || loss_id, ${hourOf('effective_on', 9)}, 'milestone', 'left', null, null, null, null, '{}', null, 'left'
    from churn_event where institution_id = ${institutionId}
      and (taken_back_at is null or taken_back_at >= ${hourOf('effective_on', 9)})`,
];
