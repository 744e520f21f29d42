import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';

/** Any number will do, as long as every process uses the same. */
const turnLock = 7_305_462;
const lookAgainMs = 250;
const patienceMs = 10 * 60_000;

/** Held until the transaction ends: who takes the turn to write usage, and who reads usage as a whole, do it one after the other. */
export const lockUsageTurn = (transaction: Queries) => sql`select pg_advisory_xact_lock(${sql.lit(turnLock)})`.execute(transaction);

/** Whether an import is writing, in whichever process: it does so piece by piece, and between two pieces half of its file is there. */
export async function importWrites(queries: Queries): Promise<boolean> {
  const { rows } = await sql<{ writes: boolean }>`
    select exists (select from import_run where state = 'running' and writing) as writes`.execute(queries);
  return rows[0]?.writes === true;
}

/** A transaction that sees each import whole or not at all: it waits for the one that is writing, and the next one waits for it. */
export async function withWholeImports<Result>(database: Queries, work: (transaction: Queries) => Promise<Result>): Promise<Result> {
  for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += lookAgainMs) {
    const done = await database.transaction().execute(async (transaction) => {
      await lockUsageTurn(transaction);
      return (await importWrites(transaction)) ? undefined : { result: await work(transaction) };
    });
    if (done !== undefined) return done.result;
    await pause(lookAgainMs);
  }
  throw new Error('An import is writing or was broken off while it wrote. It is finished by the next import or start; try again then.');
}
