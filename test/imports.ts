import { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { Database } from '#server/core/db/database.ts';
import { type ImportOptions, importCsv } from '#server/imports/import.ts';
import { undoImport } from '#server/imports/undo-import.ts';
import { defaultExternalSource, type ImportKind } from '#shared/imports/report.ts';

const now = new Date('2026-11-18T18:00:00Z');

/** Imports a text or bytes as a stream of small chunks. */
export function importText(
  database: Database,
  kind: ImportKind,
  text: string | Buffer,
  options: Partial<ImportOptions> = {},
) {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  const pieces = Array.from({ length: Math.ceil(bytes.length / 1000) }, (_, index) =>
    bytes.subarray(index * 1000, (index + 1) * 1000),
  );
  return importCsv({
    kind,
    input: Readable.from(pieces),
    source: 'test',
    externalSource: defaultExternalSource,
    database,
    clock: () => now,
    timeZone: 'America/Los_Angeles',
    ...options,
  });
}

/** Undoes the oldest or the newest import of a kind. */
export async function undoImportOfKind(
  database: Database,
  kind: ImportKind,
  which: 'oldest' | 'newest',
) {
  const { import_id: importId } = await database.background
    .selectFrom('import_run')
    .select('import_id')
    .where('kind', '=', kind)
    .orderBy('seen_at', which === 'oldest' ? 'asc' : 'desc')
    .executeTakeFirstOrThrow();
  return undoImport({
    importId,
    database,
    clock: () => new Date('2026-11-18T19:00:00Z'),
    timeZone: 'America/Los_Angeles',
    asked: { by: 'test', leavesChanged: false },
  });
}

/** Returns the content of all tables that imports write to, sorted for comparisons. */
export async function readImportedTables(database: Database): Promise<string> {
  const tables = [
    'institution',
    'location',
    'practice_key',
    'entitlement',
    'usage_daily',
    'usage_week',
    'feed_week',
    'contract',
    'churn_event',
    'contact',
    'prospect',
    'crm_deal',
    'crm_owner',
  ];
  const parts = await Promise.all(
    tables.map(async (table) => {
      const { rows } = await sql<{
        row: string;
      }>`select t::text as row from ${sql.table(table)} t order by 1`.execute(database.background);
      return `${table}\n${rows.map(({ row }) => row).join('\n')}`;
    }),
  );
  return parts.join('\n\n');
}

/**
 * Sets the heartbeats of all active imports back, as if their processes had died `seconds` seconds
 * ago.
 */
export async function expireHeartbeats(database: Database, seconds = 60): Promise<void> {
  await sql`update import_run set seen_at = clock_timestamp() - make_interval(secs => ${seconds}) where state = 'running'`.execute(
    database.background,
  );
}

/** Empties all tables that imports write to. */
export async function clearImported(database: Database): Promise<void> {
  await sql`truncate crm_deal, crm_owner, crm_owner_change, institution, location, assigned_id, practice_key, entitlement, contact, churn_event, list_version, usage_daily, usage_week, feed_week,
    contract, import_run, import_upload, import_mapping, import_undo_request, import_change, usage_change, usage_week_change, feed_week_change, practice_staging, usage_staging, entitlement_staging, contract_staging, loss_staging, contact_staging, prospect_staging, prospect cascade`.execute(
    database.background,
  );
}
