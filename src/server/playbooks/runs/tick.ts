import { runInBatches, withReportAfterTransactions } from '#server/core/db/batches.ts';
import type { Queries } from '#server/core/db/database.ts';
import type { Dependencies } from '#server/core/dependencies.ts';
import {
  closeStepsOfTasks,
  countActiveRuns,
  lockNextActiveRuns,
  type RunKey,
} from '../move-queries.ts';
import { reassignOrphanedTasks } from './leavers.ts';
import { advanceRuns } from './moves.ts';
import { hasUnprocessedFirings } from './start-queries.ts';
import { startRunsForFirings } from './starts.ts';
import { loadPlaybookContext } from './world.ts';

interface TickOptions {
  signal?: AbortSignal;
  progress?: (done: number, total: number, note: string) => Promise<void>;
}

/** Maximum number of rows per statement. */
const batchSize = 1_000;
const startCursor: RunKey = { institutionId: 0, runId: '00000000-0000-0000-0000-000000000000' };

/**
 * Starts runs for rule firings and advances all active runs. Works in batches, each in its own
 * transaction. If the process is killed, the next call continues after the last committed batch.
 */
export async function advancePlaybooks(
  dependencies: Dependencies,
  { signal, progress }: TickOptions = {},
) {
  const queries = dependencies.database.background;
  const counts = { started: 0, leftOut: 0, moved: 0, ended: 0, givenOn: 0 };
  const active = await countActiveRuns(queries);
  await closeStepsOfTasks(queries);
  if (active === 0 && !(await hasUnprocessedFirings(queries))) return counts;
  const world = await loadPlaybookContext(dependencies);
  if (world.lacksOwners) return { ...counts, waits: 'Couldn’t load customer owners from the CRM.' };
  const inTransaction = <Result>(work: (transaction: Queries) => Promise<Result>) => {
    signal?.throwIfAborted();
    return queries.transaction().execute(work);
  };

  await runInBatches<number>(inTransaction, 0, async (transaction, at, rows) => {
    const { decided, started } = await startRunsForFirings(
      transaction,
      world,
      Math.min(rows, batchSize),
    );
    counts.started += started;
    counts.leftOut += decided - started;
    return decided === 0 ? undefined : at + decided;
  });
  await runInBatches<number>(inTransaction, 0, async (transaction, at, rows) => {
    const given = await reassignOrphanedTasks(transaction, world, Math.min(rows, batchSize));
    counts.givenOn += given;
    return given === 0 ? undefined : at + given;
  });
  let processed = 0;
  const reportProgress = () => progress?.(processed, Math.max(active, processed), 'runs');
  await runInBatches(
    withReportAfterTransactions(inTransaction, reportProgress),
    startCursor,
    async (transaction, after, rows) => {
      const runs = await lockNextActiveRuns(transaction, after, Math.min(rows, batchSize));
      const { moved, ended } = await advanceRuns(transaction, runs, world);
      counts.moved += moved;
      counts.ended += ended;
      processed += runs.length;
      return runs.at(-1);
    },
  );
  return counts;
}
