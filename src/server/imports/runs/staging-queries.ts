import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { lockUsage } from '#server/scoring/scoring-lease-queries.ts';
import type { ImportKind } from '#shared/imports/report.ts';
import { stagingTables } from '../reading/staging-tables.ts';

/** Run whose rows are staged. */
interface StagedRun {
  importId: string;
  kind: ImportKind;
}

const rowsPerDelete = 5_000;

const rowsWithoutStatistics = 500;

/**
 * Deletes the staged rows of a run. Truncates the table when no other run of the same kind is
 * active; otherwise deletes in batches.
 */
export async function clearStagedRows(
  database: Queries,
  { importId, kind }: StagedRun,
): Promise<void> {
  const table = sql.table(stagingTables[kind]);
  const emptied = await database.transaction().execute(async (transaction) => {
    await lockUsage(transaction);
    const { rows } = await sql<{ others: boolean }>`
      select exists (select from import_run where kind = ${kind} and state = 'running' and import_id <> ${importId}::uuid) as others`.execute(
      transaction,
    );
    if (rows[0]?.others === true) return false;
    await sql`truncate ${table}`.execute(transaction);
    return true;
  });
  for (let left = !emptied; left; ) {
    const { numAffectedRows } = await sql`
      delete from ${table} where ctid = any(array(select ctid from ${table} where import_id = ${importId}::uuid limit ${rowsPerDelete}))`.execute(
      database,
    );
    left = numAffectedRows !== undefined && numAffectedRows > 0n;
  }
}

/**
 * Updates the statistics of a staging table. Without them, the planner would expect one or two
 * rows. Does nothing for small files.
 */
export async function analyzeStagingTable(
  database: Queries,
  kind: ImportKind,
  rows: number,
): Promise<void> {
  if (rows > rowsWithoutStatistics)
    await sql`analyze ${sql.table(stagingTables[kind])}`.execute(database);
}

/** Updates the statistics of tables that have grown by more than a tenth, one table at a time. */
export async function analyzeGrownTables(
  database: Queries,
  tables: readonly string[],
  rows: number,
): Promise<void> {
  const { rows: grown } = await sql<{ name: string }>`
    select relname as name from pg_class
    where oid = any(${tables}::regclass[]) and greatest(reltuples, 0) < ${rows}::float8 * 10`.execute(
    database,
  );
  for (const { name } of grown) await sql`analyze ${sql.table(name)}`.execute(database);
}
