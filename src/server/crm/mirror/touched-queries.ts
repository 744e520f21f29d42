import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { CrmObjectType } from '#server/core/providers/hubspot/paths.ts';

/** Record that HubSpot reported as changed, with the time of the last report. */
export interface ReportedRecord {
  object: CrmObjectType;
  id: number;
  at: Date;
}

/** Queues records to be read again. A record that is reported repeatedly is queued once. */
export async function queueReportedRecords(
  queries: Queries,
  records: readonly Omit<ReportedRecord, 'at'>[],
  at: Date,
): Promise<void> {
  await sql`
    insert into hubspot_touched (object, object_id, touched_at)
    select distinct a.object, a.id, ${at}::timestamptz from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as a(object text, id bigint)
    on conflict (object, object_id) do update set touched_at = greatest(hubspot_touched.touched_at, excluded.touched_at)`.execute(
    queries,
  );
}

const batchSize = 1000;

/** Returns the next reported records to read, oldest report first. */
export const findReportedRecords = (queries: Queries): Promise<ReportedRecord[]> =>
  queries
    .selectFrom('hubspot_touched')
    .select(['object', 'object_id as id', 'touched_at as at'])
    .orderBy('touched_at')
    .orderBy('object')
    .orderBy('object_id')
    .limit(batchSize)
    .execute();

/**
 * Deletes the reports of the records in `read`. Keeps a report when HubSpot reported its record
 * again after the read.
 */
export async function deleteProcessedReports(
  queries: Queries,
  read: readonly ReportedRecord[],
): Promise<void> {
  await sql`
    delete from hubspot_touched t using jsonb_to_recordset(${JSON.stringify(read)}::jsonb) as a(object text, id bigint, at timestamptz)
    where a.object = t.object and a.id = t.object_id and t.touched_at <= a.at`.execute(queries);
}
