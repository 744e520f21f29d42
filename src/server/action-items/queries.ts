import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { joinedUserSql } from '#server/work/people-queries.ts';
import type { ActionItemChange, ListedActionItem } from '#shared/action-items/action-items.ts';
import { listedClosedDays } from '#shared/action-items/rules.ts';
import type { ActionItemKind, ActionItemPriority } from '#shared/action-items/words.ts';
import type { Day } from '#shared/core/dates.ts';

export type ActionItemRow = Omit<
  ListedActionItem,
  'adoptionScore' | 'healthTier' | 'personName' | 'ageDays'
>;

/** Returns open, recently closed and recently fired action items of current customers. */
export async function findActionItemRows(
  queries: Queries,
  today: Day,
  timeZone: string,
): Promise<ActionItemRow[]> {
  const since = sql`${today}::date - ${listedClosedDays}::integer`;
  const dayOf = (column: string) => sql`(${sql.ref(column)} at time zone ${timeZone})::date`;
  const { rows } = await sql<ActionItemRow>`
    with recent as (
      select institution_id, call_id, count(*)::integer as firings from call_firing where fired_on > ${since} group by 1, 2
    )
    select c.call_id as "callId", c.institution_id as "institutionId", i.name as "institutionName", c.kind, c.title, c.details, c.priority,
      c.due_on as "dueOn", ${dayOf('c.created_at')} as "openedOn", ${joinedUserSql('assignee')} as assignee,
      case when r.rule_id is not null then json_build_object('ruleId', r.rule_id, 'name', r.name) end as rule, c.minutes,
      c.fired_count as "firedCount", coalesce(recent.firings, 0) as "recentFirings", c.last_fired_on as "lastFiredOn",
      case when c.snoozed_until > ${today}::date and c.closed_at is null
        then json_build_object('until', c.snoozed_until, 'reason', c.snooze_reason) end as snooze,
      c.outcome, c.note, ${dayOf('c.closed_at')} as "closedOn", case when c.closed_at is not null then closer.name end as "closedBy", c.version
    from call_to_action c join institution i using (institution_id)
    left join recent using (institution_id, call_id)
    left join alert_rule r on r.rule_id = c.rule_id
    left join person assignee on assignee.user_id = c.assignee_id
    left join person closer on closer.user_id = c.updated_by
    where i.churned_on is null
      and (c.closed_at is null or recent.firings > 0 or c.closed_at >= ((${since})::timestamp at time zone ${timeZone}))
    order by c.due_on, c.institution_id, c.call_id`.execute(queries);
  return rows;
}

/** Returns a cache version that changes with any action item or rule. */
export async function readActionItemsCacheVersion(queries: Queries): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select concat_ws(':', (select max(updated_at) from call_to_action), (select count(*) from call_to_action),
      (select sum(version) from call_to_action), (select max(changed_at) from alert_rule)) as version`.execute(
    queries,
  );
  return rows[0]?.version ?? '';
}

export interface NewActionItem {
  callId: string;
  kind: ActionItemKind;
  title: string;
  details: string;
  priority: ActionItemPriority;
  dueOn: Day;
  assigneeId: string | null;
  minutes: number;
  userId: string;
  at: Date;
}

/**
 * Adds the action item to customers without an open item of the same kind and title. Returns the
 * customers to which it was added.
 */
export async function insertActionItems(
  queries: Queries,
  institutionIds: readonly number[],
  call: NewActionItem,
): Promise<number[]> {
  const { rows } = await sql<{ institution_id: number }>`
    insert into call_to_action (institution_id, call_id, kind, title, details, priority, due_on, assignee_id, minutes, created_by, created_at,
      updated_by, updated_at)
    select id, ${call.callId}::uuid, ${call.kind}, ${call.title}, ${call.details}, ${call.priority}, ${call.dueOn}::date,
      ${call.assigneeId}::uuid, ${call.minutes}::integer, ${call.userId}::uuid, ${call.at}::timestamptz, ${call.userId}::uuid, ${call.at}::timestamptz
    from unnest(${institutionIds}::bigint[]) as institution (id)
    on conflict do nothing returning institution_id`.execute(queries);
  return rows.map((row) => row.institution_id);
}

/**
 * Returns the given customers that already have an item with the id of this call. One call can add
 * an item with the same id to several customers. `same` is `true` when the same user created the
 * item with the same values. An item that was edited later counts as the same, whatever its values.
 */
export async function findCustomersWithItemId(
  queries: Queries,
  institutionIds: readonly number[],
  call: NewActionItem,
) {
  const { rows } = await sql<{ institution_id: number; same: boolean }>`
    select institution_id, created_by is not distinct from ${call.userId}::uuid
      and (version > 1 or (title = ${call.title} and kind = ${call.kind} and details = ${call.details} and priority = ${call.priority}
        and due_on = ${call.dueOn}::date and minutes = ${call.minutes}::integer and assignee_id is not distinct from ${call.assigneeId}::uuid)) as same
    from call_to_action where call_id = ${call.callId}::uuid and institution_id = any(${institutionIds}::bigint[])`.execute(
    queries,
  );
  return rows;
}

export interface ActionItemVersion {
  institutionId: number;
  callId: string;
  version: number;
}

export interface LockedActionItem {
  institution_id: number;
  call_id: string;
  version: number;
  title: string;
  closed: boolean;
}

const callVersions = (
  calls: readonly ActionItemVersion[],
) => sql`unnest(${calls.map((call) => call.institutionId)}::bigint[],
  ${calls.map((call) => call.callId)}::uuid[], ${calls.map((call) => call.version)}::integer[]) as requested (institution_id, call_id, version)`;

/** Locks the action items until the transaction ends. Locks in a fixed order to avoid deadlocks. */
export async function lockActionItems(
  transaction: Queries,
  calls: readonly ActionItemVersion[],
): Promise<LockedActionItem[]> {
  const { rows } = await sql<LockedActionItem>`
    select c.institution_id, c.call_id, c.version, c.title, c.closed_at is not null as closed
    from call_to_action c join ${callVersions(calls)} using (institution_id, call_id)
    order by c.institution_id, c.call_id for update of c`.execute(transaction);
  return rows;
}

export interface ActionItemChangeRequest {
  changeId: string;
  userId: string;
  at: Date;
  change: ActionItemChange;
}

/**
 * Returns the number of items that were already changed under this change id. `same` is `true` when
 * the items, the user and the change equal those of the request.
 */
export async function countItemsWithChangeId(
  queries: Queries,
  calls: readonly ActionItemVersion[],
  { changeId, userId, change }: ActionItemChangeRequest,
): Promise<{ count: number; same: boolean }> {
  const { rows } = await sql<{ count: number; same: boolean }>`
    select count(*)::integer as count, coalesce(bool_and(changed_by = ${userId}::uuid and told = ${JSON.stringify(change)}::jsonb
      and (institution_id, call_id) in (select institution_id, call_id from ${callVersions(calls)})), true) as same
    from call_change where change_id = ${changeId}::uuid`.execute(queries);
  return rows[0] ?? { count: 0, same: true };
}

function assignments({ change, at }: ActionItemChangeRequest) {
  switch (change.action) {
    case 'close':
      return sql`outcome = ${change.outcome}, note = nullif(${change.note}, ''), closed_at = ${at}::timestamptz, snoozed_until = null,
        snooze_reason = null`;
    case 'assign':
      return sql`assignee_id = ${change.assigneeId}::uuid`;
    case 'due':
      return sql`due_on = ${change.dueOn}::date, snoozed_until = null, snooze_reason = null`;
    case 'snooze':
      return sql`snoozed_until = ${change.until}::date, snooze_reason = ${change.reason}`;
    case 'wake':
      return sql`snoozed_until = null, snooze_reason = null`;
  }
}

/**
 * Changes the open items whose version is unchanged and records their previous rows for an undo.
 * Returns the changed items.
 */
export async function changeActionItems(
  queries: Queries,
  calls: readonly ActionItemVersion[],
  work: ActionItemChangeRequest,
): Promise<LockedActionItem[]> {
  const { rows } = await sql<LockedActionItem>`
    with before as materialized (
      select c.* from call_to_action c join ${callVersions(calls)} using (institution_id, call_id)
      where c.version = requested.version and c.closed_at is null
    ),
    changed as (
      update call_to_action c set ${assignments(work)}, version = c.version + 1, updated_by = ${work.userId}::uuid, updated_at = ${work.at}::timestamptz
      from before where c.institution_id = before.institution_id and c.call_id = before.call_id
      returning c.institution_id, c.call_id, c.version, c.title, c.closed_at is not null as closed
    ),
    recorded as (
      insert into call_change (institution_id, call_id, change_id, changed_by, changed_at, told, before, version)
      select b.institution_id, b.call_id, ${work.changeId}::uuid, ${work.userId}::uuid, ${work.at}::timestamptz, ${JSON.stringify(work.change)}::jsonb,
        to_jsonb(b), b.version + 1
      from before b
    )
    select * from changed`.execute(queries);
  return rows;
}

/** Returns the items that were changed under this id. */
export const findItemsWithChangeId = (queries: Queries, changeId: string) =>
  queries
    .selectFrom('call_change')
    .select(['institution_id', 'changed_by', 'changed_at', 'undone_at'])
    .where('change_id', '=', changeId)
    .execute();

/**
 * Restores items to their rows before a change. Skips items that were changed again. Also skips
 * items for which another item of the same kind and title was opened in the meantime.
 */
export async function restoreActionItems(
  queries: Queries,
  { changeId, userId, at }: Omit<ActionItemChangeRequest, 'change'>,
): Promise<Pick<LockedActionItem, 'institution_id' | 'title'>[]> {
  const { rows } = await sql<Pick<LockedActionItem, 'institution_id' | 'title'>>`
    with restored as (
      update call_to_action c
      set version = c.version + 1, updated_by = ${userId}::uuid, updated_at = ${at}::timestamptz, assignee_id = b.assignee_id, due_on = b.due_on,
        snoozed_until = b.snoozed_until, snooze_reason = b.snooze_reason, outcome = b.outcome, note = b.note, closed_at = b.closed_at
      from call_change k cross join lateral jsonb_populate_record(null::call_to_action, k.before) b
      where k.change_id = ${changeId}::uuid and k.undone_at is null and c.institution_id = k.institution_id and c.call_id = k.call_id
        and c.version = k.version
        and not exists (select from call_to_action o where o.institution_id = c.institution_id and o.call_id <> c.call_id and o.kind = c.kind
          and lower(o.title) = lower(c.title) and o.closed_at is null)
      returning c.institution_id, c.call_id, c.title
    )
    update call_change k set undone_at = ${at}::timestamptz from restored
    where k.institution_id = restored.institution_id and k.call_id = restored.call_id and k.change_id = ${changeId}::uuid
    returning k.institution_id, restored.title`.execute(queries);
  return rows;
}
