import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { CrmObject } from '#server/core/providers/hubspot/paths.ts';

/** A record that HubSpot says has changed, and when it last said so. */
export interface Touched {
  object: CrmObject;
  id: number;
  at: Date;
}

/** Keeps what is to be read again; told twice, it is read once. */
export async function touch(queries: Queries, records: readonly Omit<Touched, 'at'>[], at: Date): Promise<void> {
  await sql`
    insert into hubspot_touched (object, object_id, touched_at)
    select distinct a.object, a.id, ${at}::timestamptz from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as a(object text, id bigint)
    on conflict (object, object_id) do update set touched_at = greatest(hubspot_touched.touched_at, excluded.touched_at)`.execute(queries);
}

const mostAtOnce = 1000;

/** What was told first. */
export const touchedRecords = (queries: Queries): Promise<Touched[]> =>
  queries
    .selectFrom('hubspot_touched')
    .select(['object', 'object_id as id', 'touched_at as at'])
    .orderBy('touched_at')
    .orderBy('object')
    .orderBy('object_id')
    .limit(mostAtOnce)
    .execute();

/** Forgets what has been read; what was touched again meanwhile stays. */
export async function forgetTouched(queries: Queries, read: readonly Touched[]): Promise<void> {
  await sql`
    delete from hubspot_touched t using jsonb_to_recordset(${JSON.stringify(read)}::jsonb) as a(object text, id bigint, at timestamptz)
    where a.object = t.object and a.id = t.object_id and t.touched_at <= a.at`.execute(queries);
}
