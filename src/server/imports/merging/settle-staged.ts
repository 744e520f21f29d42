import type { Queries } from '#server/core/db/database.ts';
import type { ImportKind } from '#shared/imports/report.ts';
import type { Merge } from './merge.ts';
import { resolveMergedIds } from './merged-ids-queries.ts';
import { excludeMergedRows } from './merged-queries.ts';
import { markMoves } from './moves-queries.ts';
import { nameSystems } from './system-names-queries.ts';

/**
 * Adapts staged rows to stored merges, moves and EHR names. Runs once, after the whole file is
 * staged.
 */
export async function settleStaged(
  transaction: Queries,
  run: Pick<Merge, 'importId' | 'externalSource'> & { kind: ImportKind },
  { writes }: Pick<Merge, 'writes'>,
): Promise<void> {
  if (run.kind === 'contracts' || run.kind === 'contacts')
    await resolveMergedIds(transaction, { ...run, kind: run.kind }, { records: writes });
  if (run.kind !== 'practices') return;
  await nameSystems(transaction, run);
  await excludeMergedRows(transaction, run);
  await markMoves(transaction, run);
}
