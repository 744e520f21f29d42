import type { Queries } from '#server/core/db/database.ts';
import { nameSystems } from '../systems-queries.ts';
import type { Merge } from './merge.ts';
import { leaveMergedAlone } from './merged-queries.ts';
import { markMoves } from './moves-queries.ts';

/** Brings staged practices to what is known besides the file: once, while all of it is staged. */
export async function settleStaged(transaction: Queries, run: Pick<Merge, 'importId' | 'externalSource'>): Promise<void> {
  await nameSystems(transaction, run);
  await leaveMergedAlone(transaction, run);
  await markMoves(transaction, run);
}
