import type { Queries } from '#server/core/db/database.ts';
import { inPieces, reportBetweenPieces } from '#server/core/db/pieces.ts';
import type { Dependencies } from '#server/core/dependencies.ts';
import { giveOrphaned } from './leavers.ts';
import { closeStepsOfTasks, countActiveRuns, holdActiveRuns, type RunKey } from './move-queries.ts';
import { moveHeld } from './moves.ts';
import { hasUndecidedFirings } from './start-queries.ts';
import { startFired } from './starts.ts';
import { readWorld } from './world.ts';

interface TickOptions {
  signal?: AbortSignal;
  progress?: (done: number, total: number, note: string) => Promise<void>;
}

/** As many as one statement writes with ease. */
const bulkLimit = 1_000;
const beforeAll: RunKey = { institutionId: 0, runId: '00000000-0000-0000-0000-000000000000' };

/**
 * Starts runs for the rules that fired, and moves every active run as far as it goes. Each piece is one transaction that leaves nothing
 * half done, so that after a kill the next tick goes on where this one ended.
 */
export async function tickPlaybooks(dependencies: Dependencies, { signal, progress }: TickOptions = {}) {
  const queries = dependencies.database.background;
  const told = { started: 0, leftOut: 0, moved: 0, ended: 0, givenOn: 0 };
  const active = await countActiveRuns(queries);
  await closeStepsOfTasks(queries);
  if (active === 0 && !(await hasUndecidedFirings(queries))) return told;
  const world = await readWorld(dependencies);
  if (world.lacksOwners) return { ...told, waits: 'The CRM could not be asked whose customers are whose.' };
  const inTransaction = <Result>(work: (transaction: Queries) => Promise<Result>) => {
    signal?.throwIfAborted();
    return queries.transaction().execute(work);
  };

  await inPieces<number>(inTransaction, 0, async (transaction, at, rows) => {
    const { decided, started } = await startFired(transaction, world, Math.min(rows, bulkLimit));
    told.started += started;
    told.leftOut += decided - started;
    return decided === 0 ? undefined : at + decided;
  });
  await inPieces<number>(inTransaction, 0, async (transaction, at, rows) => {
    const given = await giveOrphaned(transaction, world, Math.min(rows, bulkLimit));
    told.givenOn += given;
    return given === 0 ? undefined : at + given;
  });
  let looked = 0;
  const tell = () => progress?.(looked, Math.max(active, looked), 'runs');
  await inPieces(reportBetweenPieces(inTransaction, tell), beforeAll, async (transaction, after, rows) => {
    const runs = await holdActiveRuns(transaction, after, Math.min(rows, bulkLimit));
    const { moved, ended } = await moveHeld(transaction, runs, world);
    told.moved += moved;
    told.ended += ended;
    looked += runs.length;
    return runs.at(-1);
  });
  return told;
}
