import { sql } from 'kysely';
import type { Queries } from '#server/db/database.ts';
import type { ImportKind, ImportReport } from '#shared/operations.ts';

/** Any number will do, as long as every process uses the same. */
const importLock = 7_305_462;
/** A run that showed no sign of life for this long belongs to a process that died. */
const silence = sql`interval '10 minutes'`;

export const stagingTables = { practices: 'practice_staging', usage: 'usage_staging', entitlements: 'entitlement_staging' } as const;

/** Held until the transaction ends: merges happen one after the other, in whichever process they run. */
export async function lockImports(transaction: Queries): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(importLock)})`.execute(transaction);
}

/** Empties the staging table when no run is using it; what a dead process left there goes with it. */
async function clearStaging(transaction: Queries, kind: ImportKind, importId: string): Promise<void> {
  const table = sql.table(stagingTables[kind]);
  const { rows } = await sql<{ others: boolean }>`
    select exists (select from import_run where kind = ${kind} and state = 'running' and import_id <> ${importId}::uuid) as others`.execute(
    transaction,
  );
  if (rows[0]?.others === true) await sql`delete from ${table} where import_id = ${importId}::uuid`.execute(transaction);
  else await sql`truncate ${table}`.execute(transaction);
}

export async function beginRun(database: Queries, run: { importId: string; kind: ImportKind; source: string; now: Date }): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await lockImports(transaction);
    await sql`update import_run set state = 'failed', finished_at = ${run.now}::timestamptz
      where state = 'running' and kind = ${run.kind} and seen_at < ${run.now}::timestamptz - ${silence}`.execute(transaction);
    await clearStaging(transaction, run.kind, run.importId);
    await transaction
      .insertInto('import_run')
      .values({
        import_id: run.importId,
        kind: run.kind,
        source: run.source,
        state: 'running',
        started_at: run.now,
        seen_at: run.now,
        finished_at: null,
      })
      .execute();
  });
}

export async function showLife(database: Queries, importId: string, now: Date): Promise<void> {
  await database.updateTable('import_run').set({ seen_at: now }).where('import_id', '=', importId).execute();
}

/** In the transaction of the merge, so that the rows and the record of them are kept or lost together. */
export async function endRun(
  transaction: Queries,
  run: { importId: string; kind: ImportKind; now: Date; report: ImportReport | undefined },
): Promise<void> {
  await transaction
    .updateTable('import_run')
    .set({
      state: run.report === undefined ? 'failed' : 'succeeded',
      finished_at: run.now,
      report: run.report === undefined ? null : JSON.stringify(run.report),
    })
    .where('import_id', '=', run.importId)
    .execute();
  await clearStaging(transaction, run.kind, run.importId);
}
