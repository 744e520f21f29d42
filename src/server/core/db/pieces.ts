import type { Database, Queries } from './database.ts';

/**
 * Target duration of a piece, in milliseconds. It is about as long as a query of a page, because a
 * request waits for the active piece.
 */
export const shortPieceMs = 20;
/**
 * Target durations of a piece in milliseconds: while requests wait, and while no request waits.
 * Each piece has a fixed overhead, so longer pieces finish the work sooner.
 */
const awaitedMs = 10;
const aloneMs = 40;
const rememberedMs = 1_000;
/**
 * Target duration of a piece in milliseconds before the server accepts requests. It is long enough
 * to make the overhead of a piece negligible.
 */
export const longPieceMs = 1_000;

const rowsAtFirst = 25;
const fewestRows = 10;
const mostRows = 250;

/** Runs work in its own transaction. */
export type Transact = <Result>(work: (transaction: Queries) => Promise<Result>) => Promise<Result>;

/**
 * Calls `report` after each transaction. Within a transaction, the report would wait for the
 * embedded database's only connection, which the transaction holds.
 */
export const withReportAfterTransactions =
  (transact: Transact, report: () => Promise<void> | void): Transact =>
  async (work) => {
    const result = await transact(work);
    await report();
    return result;
  };

/**
 * Returns the current target duration of a piece in milliseconds. Call it within a piece, because
 * waiting requests are visible only then.
 */
export type CurrentPieceMs = () => number;

/**
 * Returns the target duration of background pieces. It is short while requests wait for the
 * database and when the pool's load is unknown.
 */
export function createBackgroundPieceTarget(database: Pick<Database, 'load'>): CurrentPieceMs {
  let awaitedAt = Number.NEGATIVE_INFINITY;
  return () => {
    const requests = database.load().find(({ pool }) => pool === 'foreground');
    if (requests === undefined || requests.waiting > 0) awaitedAt = performance.now();
    return performance.now() - awaitedAt < rememberedMs ? awaitedMs : aloneMs;
  };
}

/**
 * Runs long work in pieces, each in its own transaction. On the embedded database, requests run
 * between two pieces. `piece` gets the end of the previous piece and a number of rows, which
 * follows from the duration of the previous piece. `piece` returns its own end, or `undefined` when
 * no rows are left.
 */
export async function runInPieces<Place>(
  transact: Transact,
  start: Place,
  piece: (transaction: Queries, after: Place, rows: number) => Promise<Place | undefined>,
  pieceMs: number | CurrentPieceMs = shortPieceMs,
): Promise<void> {
  const aimMs = typeof pieceMs === 'number' ? () => pieceMs : pieceMs;
  let rows = rowsAtFirst * aimMs();
  for (let place: Place | undefined = start; place !== undefined; ) {
    const after: Place = place;
    place = await transact(async (transaction) => {
      const startedAt = performance.now();
      const end = await piece(transaction, after, rows);
      rows = nextRows(rows, performance.now() - startedAt, aimMs());
      return end;
    });
  }
}

/**
 * Returns the number of rows of the next piece. It is at most doubled or halved, because one slow
 * piece says little about the next.
 */
const nextRows = (rows: number, tookMs: number, pieceMs: number): number =>
  Math.round(
    Math.min(
      mostRows * pieceMs,
      Math.max(fewestRows * pieceMs, rows * Math.min(2, Math.max(0.5, pieceMs / tookMs))),
    ),
  );
