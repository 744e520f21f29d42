import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { foldedTextSql } from '#server/core/db/folded-text-sql.ts';
import { joinedUserSql } from '#server/work/people-queries.ts';
import type { Person } from '#shared/core/person.ts';
import { foldText } from '#shared/core/text.ts';
import type { TimelineKind } from '#shared/timeline/timeline.ts';
import type { TimelineEntryQueryBuilder } from './registry.ts';

export interface TimelineRow {
  id: string;
  /** Time of the entry as microseconds since 1970. */
  micros: number;
  kind: TimelineKind;
  event: string;
  actor: Person | null;
  subject_id: string | null;
  version: number | null;
  edited_at: Date | null;
  detail: Record<string, string | number | boolean | null>;
}

/** Position of the last entry of a timeline page. */
export interface TimelineCursor {
  micros: number;
  id: string;
}

interface TimelineRequest {
  institutionId: number;
  kinds: readonly TimelineKind[];
  search: string | undefined;
  after: TimelineCursor | undefined;
  /** Earliest time of an entry; no limit when omitted. */
  since?: Date;
  limit: number;
  timeZone: string;
  now: Date;
  /** Score change in points from which a week is listed even if the tier did not change. */
  largeChange: number;
  /** Queries for the entries that rooms declare in their `timeline`. */
  declared: readonly TimelineEntryQueryBuilder[];
}

/**
 * Returns SQL that combines the customer's rows of all source tables. No entry is copied, so the
 * timeline always agrees with the pages it links to. A search covers two columns: the stored
 * full-text vector `words` and the text `text`.
 */
function entries({ institutionId, timeZone, largeChange, declared }: TimelineRequest) {
  const hourOf = (day: string, hour: number) =>
    sql<Date>`((${sql.raw(day)})::timestamp + ${`${hour} hours`}::interval) at time zone ${timeZone}`;
  const own = sql`
    select 'note:' || note_id as id, created_at as at, 'note' as kind, 'added' as event, author_id as actor_id, note_id::text as subject_id,
      version, edited_at, jsonb_build_object('body', body) as detail, words, body as text
    from note where institution_id = ${institutionId} and deleted_at is null
    union all
    select 'work:' || event_id, at, kind, event, actor_id, subject_id::text, null, null, detail, null,
      concat_ws(' ', kind, replace(event, '_', ' '), detail->>'title', detail->>'before', detail->>'assignee', detail->>'reason', detail->>'milestone', detail->>'blocker')
    from work_event where institution_id = ${institutionId}
    union all
    select 'outcome:' || outcome_id, decided_at, 'risk', 'outcome', decided_by, null, null, null,
      jsonb_build_object('outcome', outcome, 'note', note, 'score', judged_score, 'tier', judged_tier,
        'withdrawn', withdrawn_at is not null), null,
      concat_ws(' ', 'outcome', replace(outcome, '_', ' '), note)
    from risk_outcome where institution_id = ${institutionId}
    union all
    select 'week:' || week_start, ${hourOf('week_start + 7', 2)}, 'score', 'week', null, null, null, null,
      jsonb_build_object('score', adoption_score, 'before', previous_score, 'tier', health_tier, 'tierBefore', previous_health_tier,
        'change', score_change, 'begins', begins, 'ends', ends, 'weeksBefore', weeks_before, 'usage', change_by_usage,
        'peers', change_by_peers, 'entitlements', change_by_entitlements, 'locations', change_by_locations), null,
      concat_ws(' ', 'score', health_tier, previous_health_tier, case when begins or ends then 'at risk' end, week_start)
    from (
      select *, at_risk and weeks_at_risk = 1 as begins, not at_risk and coalesce(lag(at_risk) over weeks, false) as ends,
        lag(weeks_at_risk) over weeks as weeks_before
      from score_week where institution_id = ${institutionId} window weeks as (order by week_start)
    ) week
    where begins or ends or health_tier <> previous_health_tier or abs(score_change) >= ${largeChange}::float8
    union all
    select 'ticket:' || ticket_id, created_at, 'ticket', 'opened', null, ticket_id::text, null, null,
      jsonb_build_object('subject', subject, 'body', body, 'priority', priority, 'pipeline', p.label), null,
      concat_ws(' ', 'ticket', subject, body, priority, p.label)
    from crm_ticket left join crm_ticket_pipeline p using (pipeline_id) where institution_id = ${institutionId}
    union all
    select 'closed:' || ticket_id, closed_at, 'ticket', 'closed', null, ticket_id::text, null, null,
      jsonb_build_object('subject', subject), null, concat_ws(' ', 'ticket', 'closed', subject)
    from crm_ticket where institution_id = ${institutionId} and closed_at is not null
    union all
    select 'owner:' || c.deal_id || ':' || c.changed_at, c.changed_at, 'owner', 'changed', null, null, null, null,
      jsonb_build_object('deal', d.name, 'to', new.name, 'before', old.name), null,
      concat_ws(' ', 'owner', d.name, new.name, old.name)
    from crm_owner_change c join crm_deal d using (institution_id, deal_id)
    left join shown_owner new on new.owner_id = c.to_owner_id left join shown_owner old on old.owner_id = c.from_owner_id
    where c.institution_id = ${institutionId}
    union all
    select 'live', ${hourOf('live_on', 9)}, 'milestone', 'live', null, null, null, null, '{}', null, 'went live'
    from institution where institution_id = ${institutionId} and live_on is not null`;
  return sql.join(
    [own, ...declared.flatMap((entriesOf) => entriesOf({ institutionId, hourOf }))],
    sql` union all `,
  );
}

/**
 * Returns up to `limit` entries between `since` and `now`, newest first. Starts after the cursor
 * `after`.
 */
export async function findTimelineRows(
  queries: Queries,
  request: TimelineRequest,
): Promise<TimelineRow[]> {
  const { search, after, kinds } = request;
  const folded = foldText(search ?? '');
  const matchesSearch =
    search === undefined
      ? sql`true`
      : sql`(coalesce(words, to_tsvector('english', text)) || to_tsvector('english', coalesce(actor.name, '')) @@ websearch_to_tsquery('english', ${search})
          or ${folded} <> '' and strpos(${foldedTextSql(sql`text || ' ' || coalesce(actor.name, '')`)}, ${folded}) > 0)`;
  const afterCursor =
    after === undefined
      ? sql`true`
      : sql`(micros, id collate "C") < (${after.micros}::bigint, ${after.id})`;
  const sinceStart =
    request.since === undefined ? sql`true` : sql`at >= ${request.since}::timestamptz`;
  const { rows } = await sql<TimelineRow>`
    with entry as (${entries(request)}),
    placed as (select *, (extract(epoch from at) * 1000000)::bigint as micros from entry where at <= ${request.now}::timestamptz and ${sinceStart})
    select id, micros, kind, event, ${joinedUserSql('actor')} as actor, subject_id, placed.version, edited_at, detail
    from placed left join person actor on actor.user_id = placed.actor_id
    where kind = any(${kinds}::text[]) and ${afterCursor} and ${matchesSearch}
    order by micros desc, id collate "C" desc limit ${request.limit}`.execute(queries);
  return rows;
}
