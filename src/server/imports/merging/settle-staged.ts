import type { Queries } from '#server/core/db/database.ts';
import { nameSystems } from '../systems-queries.ts';
import type { Merge } from './merge.ts';
import { leaveMergedAlone } from './merged-queries.ts';
import { markMoves } from './moves-queries.ts';

/** Adapts staged practices to stored merges, moves and EHR names. Runs once, while the whole file is staged. */
export async function settleStaged(transaction: Queries, run: Pick<Merge, 'importId' | 'externalSource'>): Promise<void> {
  await nameSystems(transaction, run);
  await leaveMergedAlone(transaction, run);
  await markMoves(transaction, run);
}
