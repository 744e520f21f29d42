import type { Database, Queries } from './database.ts';

/** About as long as a page's own query, because a request waits for the piece that is under way. */
export const betweenRequestsMs = 20;
/** While somebody waits for them, and while nobody does: a piece costs something beside its rows. */
const awaitedMs = 10;
const aloneMs = 40;
const rememberedMs = 1_000;
/** For what is done before anybody is served: so long that a piece costs little beside its rows. */
export const unwatchedMs = 1_000;

const rowsAtFirst = 25;
const fewestRows = 10;
const mostRows = 250;

/** Runs work in a transaction of its own. */
export type Transact = <Result>(work: (transaction: Queries) => Promise<Result>) => Promise<Result>;

/** Calls `tell` after each piece: inside, it would wait for the embedded database's one connection, which the transaction has. */
export const toldBetween =
  (transact: Transact, tell: () => Promise<void> | void): Transact =>
  async (work) => {
    const result = await transact(work);
    await tell();
    return result;
  };

/** How long a piece may take now; asked within a piece, when those who wait for its end are seen. */
export type PieceMs = () => number;

/** Short pieces while requests wait for the database's connection, or while nobody can say whether they do. */
export function besideRequests(database: Pick<Database, 'load'>): PieceMs {
  let awaitedAt = Number.NEGATIVE_INFINITY;
  return () => {
    const requests = database.load().find(({ pool }) => pool === 'foreground');
    if (requests === undefined || requests.waiting > 0) awaitedAt = performance.now();
    return performance.now() - awaitedAt < rememberedMs ? awaitedMs : aloneMs;
  };
}

/**
 * Does long work in pieces, each in a transaction of its own, so that requests pass between two of them on the embedded database.
 * `piece` gets the place where the last one ended and how many rows to take, which follows from how long the last one took; it
 * answers where it ended, or undefined when nothing was left.
 */
export async function inPieces<Place>(
  transact: Transact,
  start: Place,
  piece: (transaction: Queries, after: Place, rows: number) => Promise<Place | undefined>,
  pieceMs: number | PieceMs = betweenRequestsMs,
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

/** At most twice and at least half as many as before: one slow piece says little. */
const nextRows = (rows: number, tookMs: number, pieceMs: number): number =>
  Math.round(Math.min(mostRows * pieceMs, Math.max(fewestRows * pieceMs, rows * Math.min(2, Math.max(0.5, pieceMs / tookMs)))));
