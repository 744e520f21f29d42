import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { defaultBatchDurationTargetMs, type RunTransaction } from '#server/core/db/batches.ts';
import type { Queries } from '#server/core/db/database.ts';

/** Key of the advisory lock. The value is arbitrary, but all processes must use the same value. */
const usageLockKey = 7_305_462;
const retryMs = 250;
const timeoutMs = 10 * 60_000;
/**
 * Pause between two weeks in milliseconds. It is longer than the retry interval of an import, so
 * that a waiting import gets its turn.
 */
const importTurnMs = 400;
/**
 * SQL condition that a scoring lease is valid. A lease is abandoned 15 seconds after its last
 * heartbeat, or after a restart of the database.
 */
const isLeaseAlive = sql`seen_at >= greatest(clock_timestamp() - interval '15 seconds', pg_postmaster_start_time())`;

/**
 * Takes the usage lock until the transaction ends. Only one process at a time writes usage or reads
 * all of it.
 */
export const lockUsage = (transaction: Queries) =>
  sql`select pg_advisory_xact_lock(${sql.lit(usageLockKey)})`.execute(transaction);

/**
 * Returns `true` while an import is writing in any process. An import writes in several
 * transactions, so its data is incomplete until the last one ends.
 */
export async function isImportWriting(queries: Queries): Promise<boolean> {
  const { rows } = await sql<{ writes: boolean }>`
    select exists (select from import_run where state = 'running' and writing) as writes`.execute(
    queries,
  );
  return rows[0]?.writes === true;
}

const isImportRunning = async (queries: Queries): Promise<boolean> =>
  (await queries
    .selectFrom('import_run')
    .select('import_id')
    .where('state', '=', 'running')
    .limit(1)
    .executeTakeFirst()) !== undefined;

/**
 * Deletes abandoned leases and returns `true` while any process computes scores. Requires
 * `lockUsage`.
 */
export async function isScoringRunning(transaction: Queries): Promise<boolean> {
  await sql`delete from scoring_turn where not (${isLeaseAlive})`.execute(transaction);
  return (
    (await transaction.selectFrom('scoring_turn').select('holder').executeTakeFirst()) !== undefined
  );
}

/**
 * Runs a transaction that sees each import completely or not at all. Waits for an active import and
 * for active scoring.
 */
export async function withCompleteImports<Result>(
  database: Queries,
  work: (transaction: Queries) => Promise<Result>,
): Promise<Result> {
  for (let waitedMs = 0; waitedMs < timeoutMs; ) {
    const done = await database.transaction().execute(async (transaction) => {
      await lockUsage(transaction);
      if (await isImportWriting(transaction)) return 'import';
      if (await isScoringRunning(transaction)) return 'scoring';
      return { result: await work(transaction) };
    });
    if (typeof done === 'object') return done.result;
    // Waiting for scoring needs no limit, because the lease of a dead process expires.
    if (done === 'import') waitedMs += retryMs;
    await pause(retryMs);
  }
  throw new Error(
    'An import is still writing or was interrupted while writing. The next import or restart finishes it; try again afterwards.',
  );
}

/** Thrown when another process took over this scoring lease because heartbeats were missing. */
export class ScoringLeaseLost extends Error {
  constructor() {
    super(
      'Scoring stopped responding in time, so another scoring run or an import started without waiting for it. No results of this run were saved.',
    );
  }
}

/**
 * Exclusive right to compute scores. While it is held, no import writes and no other process
 * computes scores.
 */
export interface ScoringLease {
  /**
   * Runs a transaction. Throws `ScoringLeaseLost` and rolls back when another process has taken
   * over the lease.
   */
  transact: RunTransaction;
  pieceMs: number;
}

const clearStaging = (transaction: Queries) => sql`truncate scoring_staging`.execute(transaction);

/**
 * Runs `work` in several transactions with an exclusive scoring lease. Each import is visible
 * completely or not at all.
 */
export async function withScoringLease<Result>(
  database: Queries,
  work: (lease: ScoringLease) => Promise<Result>,
  pieceMs = defaultBatchDurationTargetMs,
): Promise<Result> {
  const holder = randomUUID();
  await withCompleteImports(database, async (transaction) => {
    await sql`insert into scoring_turn (holder, seen_at) values (${holder}, clock_timestamp())`.execute(
      transaction,
    );
    await clearStaging(transaction);
  });
  const transact: RunTransaction = (piece) =>
    database.transaction().execute(async (transaction) => {
      await renewLease(transaction, holder);
      return piece(transaction);
    });
  const release = () =>
    database.transaction().execute(async (transaction) => {
      const { numDeletedRows } = await transaction
        .deleteFrom('scoring_turn')
        .where('holder', '=', holder)
        .executeTakeFirstOrThrow();
      if (numDeletedRows > 0n) await clearStaging(transaction);
    });
  try {
    const result = await work({ transact, pieceMs });
    await release();
    if (await isImportRunning(database)) await pause(importTurnMs);
    return result;
  } catch (error) {
    // If the database is unavailable, the lease expires without a release.
    await release().catch(() => undefined);
    throw error;
  }
}

/**
 * Renews the heartbeat and sets planner options for the transaction. Sorts and hashes get enough
 * memory. JIT compilation is off, because each statement runs only once. The planner keeps the
 * written join order, because planning another order would take longer
 * than running the statement.
 */
async function renewLease(transaction: Queries, holder: string): Promise<void> {
  const { rows } = await sql`
    update scoring_turn set seen_at = clock_timestamp() where holder = ${holder}
    returning set_config('work_mem', '64MB', true), set_config('jit', 'off', true), set_config('join_collapse_limit', '1', true), set_config('enable_nestloop', 'off', true)`.execute(
    transaction,
  );
  if (rows.length === 0) throw new ScoringLeaseLost();
}
