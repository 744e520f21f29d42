import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { storableJson } from '#server/core/db/storable.ts';
import type { Day } from '#shared/core/dates.ts';
import type { WorkChangeEvent } from './schema.ts';

export interface WorkTimelineEvent extends WorkChangeEvent {
  institutionId: number;
  kind: 'task' | 'risk' | 'note' | 'milestone';
  subjectId: string | null;
}

/** Adds users' actions to the timeline. Events are never deleted. */
export async function writeWorkEvents(
  queries: Queries,
  events: readonly WorkTimelineEvent[],
  actorId: string,
  at: Date,
): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map(({ institutionId, kind, event, subjectId, detail }) => ({
    institutionId,
    kind,
    event,
    subjectId,
    detail,
  }));
  await sql`
    insert into work_event (institution_id, event_id, at, actor_id, kind, event, subject_id, detail)
    select "institutionId", gen_random_uuid(), ${at}, ${actorId}, kind, event, "subjectId", detail
    from jsonb_to_recordset(${storableJson(rows)}::jsonb)
      as e("institutionId" bigint, kind text, event text, "subjectId" uuid, detail jsonb)`.execute(
    queries,
  );
}

/** Adds the same event to the timelines of many customers. */
export async function writeEventToTimelines(
  queries: Queries,
  institutionIds: readonly number[],
  { kind, event, subjectId, detail }: Omit<WorkTimelineEvent, 'institutionId'>,
  actorId: string,
  at: Date,
): Promise<void> {
  await sql`
    insert into work_event (institution_id, event_id, at, actor_id, kind, event, subject_id, detail)
    select id, gen_random_uuid(), ${at}, ${actorId}, ${kind}, ${event}, ${subjectId}::uuid, ${storableJson(detail)}::jsonb
    from unnest(${institutionIds}::bigint[]) id`.execute(queries);
}

export interface WorkVersion {
  /** Version of all work. */
  work: number;
  /**
   * Version of everything else that work lists show: customers and their names, sign-ins (which can
   * change user names), closed weeks, and the day.
   */
  others: string;
}

export async function readWorkVersion(queries: Queries, today: Day): Promise<WorkVersion> {
  const { rows } = await sql<WorkVersion>`
    select coalesce((select version from list_version where list = 'work'), 0) as work,
      concat_ws(':', ${today}::text, (select version from list_version where list = 'practices'), (select max(last_sign_in_at) from app_user),
        (select max(closed_at) from official_week)) as others`.execute(queries);
  return rows[0] ?? { work: 0, others: '' };
}

/** Returns a cache version that changes with any part of the work version. */
export async function readWorkCacheVersion(queries: Queries, today: Day): Promise<string> {
  const { work, others } = await readWorkVersion(queries, today);
  return `${others}:${work}`;
}

/** Returns the customers whose work changed after a version of all work. */
export async function findCustomersWithWorkAfter(
  queries: Queries,
  version: number,
): Promise<number[]> {
  const { rows } = await sql<{ institution_id: number }>`
    select institution_id from work_version where version > ${version}`.execute(queries);
  return rows.map((row) => row.institution_id);
}
