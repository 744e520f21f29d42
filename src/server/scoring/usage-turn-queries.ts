import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { betweenRequestsMs, type Transact } from '#server/core/db/pieces.ts';

/** Any number will do, as long as every process uses the same. */
const turnLock = 7_305_462;
const lookAgainMs = 250;
const patienceMs = 10 * 60_000;
/** Longer than an import pauses before it looks again whether it is its turn: it goes between two weeks of a long history. */
const letImportPassMs = 400;
/** Whoever makes scores and shows no sign of life for so long, or since before the database started, has died. */
const livingTurn = sql`seen_at >= greatest(clock_timestamp() - interval '15 seconds', pg_postmaster_start_time())`;

/** Held until the transaction ends: who takes the turn to write usage, and who reads usage as a whole, do it one after the other. */
export const lockUsageTurn = (transaction: Queries) => sql`select pg_advisory_xact_lock(${sql.lit(turnLock)})`.execute(transaction);

/** Whether an import is writing, in whichever process: it does so piece by piece, and between two pieces half of its file is there. */
export async function importWrites(queries: Queries): Promise<boolean> {
  const { rows } = await sql<{ writes: boolean }>`
    select exists (select from import_run where state = 'running' and writing) as writes`.execute(queries);
  return rows[0]?.writes === true;
}

const importRuns = async (queries: Queries): Promise<boolean> =>
  (await queries.selectFrom('import_run').select('import_id').where('state', '=', 'running').limit(1).executeTakeFirst()) !== undefined;

/** Whether scores are being made, in whichever process; the turn of one that died is taken from it. Needs lockUsageTurn. */
export async function scoringRuns(transaction: Queries): Promise<boolean> {
  await sql`delete from scoring_turn where not (${livingTurn})`.execute(transaction);
  return (await transaction.selectFrom('scoring_turn').select('holder').executeTakeFirst()) !== undefined;
}

/** A transaction that sees each import whole or not at all: it waits for the one that is writing, and for scores that are being made. */
export async function withWholeImports<Result>(database: Queries, work: (transaction: Queries) => Promise<Result>): Promise<Result> {
  for (let waitedMs = 0; waitedMs < patienceMs; ) {
    const done = await database.transaction().execute(async (transaction) => {
      await lockUsageTurn(transaction);
      if (await importWrites(transaction)) return 'import';
      if (await scoringRuns(transaction)) return 'scoring';
      return { result: await work(transaction) };
    });
    if (typeof done === 'object') return done.result;
    // Scoring ends by itself: a dead process loses its turn.
    if (done === 'import') waitedMs += lookAgainMs;
    await pause(lookAgainMs);
  }
  throw new Error('An import is writing or was broken off while it wrote. It is finished by the next import or start; try again then.');
}

/** Another process took this one for dead and makes scores now. */
export class ScoringTurnLost extends Error {
  constructor() {
    super('Making scores took so long without a sign of life that another process or an import went ahead. Nothing of this run is kept.');
  }
}

/** The right to make scores: no import writes, and nobody else makes scores. */
export interface ScoringTurn {
  /** Throws ScoringTurnLost, and keeps nothing, when the turn is no longer ours. */
  transact: Transact;
  pieceMs: number;
}

const clearStaging = (transaction: Queries) => sql`truncate scoring_staging`.execute(transaction);

/** Makes scores in pieces, which see each import whole or not at all. */
export async function withScoringTurn<Result>(
  database: Queries,
  work: (turn: ScoringTurn) => Promise<Result>,
  pieceMs = betweenRequestsMs,
): Promise<Result> {
  const holder = randomUUID();
  await withWholeImports(database, async (transaction) => {
    await sql`insert into scoring_turn (holder, seen_at) values (${holder}, clock_timestamp())`.execute(transaction);
    await clearStaging(transaction);
  });
  const transact: Transact = (piece) =>
    database.transaction().execute(async (transaction) => {
      await renew(transaction, holder);
      return piece(transaction);
    });
  const giveBack = () =>
    database.transaction().execute(async (transaction) => {
      const { numDeletedRows } = await transaction.deleteFrom('scoring_turn').where('holder', '=', holder).executeTakeFirstOrThrow();
      if (numDeletedRows > 0n) await clearStaging(transaction);
    });
  try {
    const result = await work({ transact, pieceMs });
    await giveBack();
    if (await importRuns(database)) await pause(letImportPassMs);
    return result;
  } catch (error) {
    // Where the database is gone too, the turn ends by itself.
    await giveBack().catch(() => undefined);
    throw error;
  }
}

/**
 * With it a piece has room to sort and hash, its statements are not compiled since they run once, and the planner keeps to the written
 * order of joins, for which it otherwise needs longer than the piece itself.
 */
async function renew(transaction: Queries, holder: string): Promise<void> {
  const { rows } = await sql`
    update scoring_turn set seen_at = clock_timestamp() where holder = ${holder}
    returning set_config('work_mem', '64MB', true), set_config('jit', 'off', true), set_config('join_collapse_limit', '1', true), set_config('enable_nestloop', 'off', true)`.execute(
    transaction,
  );
  if (rows.length === 0) throw new ScoringTurnLost();
}
