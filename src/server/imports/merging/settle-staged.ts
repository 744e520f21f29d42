import type { Queries } from '#server/core/db/database.ts';
import type { ImportKind } from '#shared/imports/report.ts';
import type { StagedMerge } from './merge.ts';
import { changeStagedMergedIds } from './merged-ids-queries.ts';
import { clearFactsOfMergedCustomers } from './merged-queries.ts';
import { markMovedLocations } from './moves-queries.ts';
import { replaceStagedEhrNames } from './system-names-queries.ts';

/**
 * Adapts staged rows to stored merges, moves and EHR names. Runs once, after the whole file is
 * staged.
 */
export async function adaptStagedRows(
  transaction: Queries,
  run: Pick<StagedMerge, 'importId' | 'externalSource'> & { kind: ImportKind },
  { writes }: Pick<StagedMerge, 'writes'>,
): Promise<void> {
  if (run.kind === 'contracts' || run.kind === 'contacts')
    await changeStagedMergedIds(transaction, { ...run, kind: run.kind }, { records: writes });
  if (run.kind !== 'practices') return;
  await replaceStagedEhrNames(transaction, run);
  await clearFactsOfMergedCustomers(transaction, run);
  await markMovedLocations(transaction, run);
}
