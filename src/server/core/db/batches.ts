import type { Database, Queries } from './database.ts';

/**
 * Default target duration of a batch, in milliseconds. It is about as long as one query of a page,
 * because a request waits until the current batch is done.
 */
export const defaultBatchDurationTargetMs = 20;
/** Target duration of a batch while requests wait, in milliseconds. */
const awaitedMs = 10;
/**
 * Target duration of a batch while no request waits, in milliseconds. Each batch has a fixed
 * overhead, so longer batches finish the work sooner.
 */
const aloneMs = 40;
/** Milliseconds for which batches stay short after a request has waited. */
const rememberedMs = 1_000;
/**
 * Target duration of a batch, in milliseconds, before the server accepts requests. The batch is
 * long enough to make its overhead negligible.
 */
export const startupBatchDurationTargetMs = 1_000;

const rowsAtFirst = 25;
const fewestRows = 10;
const mostRows = 250;

/** Runs work in its own transaction. */
export type RunTransaction = <Result>(
  work: (transaction: Queries) => Promise<Result>,
) => Promise<Result>;

/**
 * Calls `report` after each transaction. Within a transaction, the report would wait for the
 * embedded database's only connection, which the transaction holds.
 */
export const withReportAfterTransactions =
  (transact: RunTransaction, report: () => Promise<void> | void): RunTransaction =>
  async (work) => {
    const result = await transact(work);
    await report();
    return result;
  };

/**
 * Returns the current target duration of a batch in milliseconds. Call it within a batch, because
 * the load of the database shows waiting requests only while a batch runs.
 */
export type BatchDurationTargetCalculator = () => number;

/**
 * Returns a function that computes the target duration of background batches. The duration is short
 * while requests wait for the database, and when the load of the database is unknown.
 */
export function createBackgroundBatchDurationCalculator(
  database: Pick<Database, 'load'>,
): BatchDurationTargetCalculator {
  let awaitedAt = Number.NEGATIVE_INFINITY;
  return () => {
    const requests = database.load().find(({ pool }) => pool === 'foreground');
    if (requests === undefined || requests.waiting > 0) awaitedAt = performance.now();
    return performance.now() - awaitedAt < rememberedMs ? awaitedMs : aloneMs;
  };
}

/**
 * Runs long work in batches, each in its own transaction. On the embedded database, requests run
 * between two batches. `batch` receives the end of the previous batch and the number of rows to
 * process, which depends on the duration of the previous batch. `batch` returns its own end, or
 * `undefined` when no rows are left.
 */
export async function runInBatches<Place>(
  transact: RunTransaction,
  start: Place,
  batch: (transaction: Queries, after: Place, rows: number) => Promise<Place | undefined>,
  batchMs: number | BatchDurationTargetCalculator = defaultBatchDurationTargetMs,
): Promise<void> {
  const aimMs = typeof batchMs === 'number' ? () => batchMs : batchMs;
  let rows = rowsAtFirst * aimMs();
  for (let place: Place | undefined = start; place !== undefined; ) {
    const after: Place = place;
    place = await transact(async (transaction) => {
      const startedAt = performance.now();
      const end = await batch(transaction, after, rows);
      rows = nextRows(rows, performance.now() - startedAt, aimMs());
      return end;
    });
  }
}

/**
 * Returns the number of rows of the next batch: at most double and at least half of the previous
 * number, because one slow batch says little about the next batch.
 */
const nextRows = (rows: number, tookMs: number, batchMs: number): number =>
  Math.round(
    Math.min(
      mostRows * batchMs,
      Math.max(fewestRows * batchMs, rows * Math.min(2, Math.max(0.5, batchMs / tookMs))),
    ),
  );
