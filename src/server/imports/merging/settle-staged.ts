import type { Queries } from '#server/core/db/database.ts';
import type { ImportKind } from '#shared/imports/report.ts';
import type { StagedImportRun } from './merge.ts';
import { applyMergedRowIdsToStaged } from './merged-ids-queries.ts';
import { clearFactsOfMergedCustomers } from './merged-queries.ts';
import { markMovedLocations } from './moves-queries.ts';
import { resolveStagedOwners } from './owners-queries.ts';
import { replaceStagedEhrNames } from './system-names-queries.ts';

/**
 * Adapts staged rows to stored merges, moves, EHR names and owners. Runs once, after the whole file is
 * staged.
 */
export async function adaptStagedRows(
  transaction: Queries,
  run: Pick<StagedImportRun, 'importId' | 'externalSource'> & { kind: ImportKind },
  { writes }: Pick<StagedImportRun, 'writes'>,
): Promise<void> {
  if (run.kind === 'contracts' || run.kind === 'contacts')
    await applyMergedRowIdsToStaged(transaction, { ...run, kind: run.kind }, { records: writes });
  if (run.kind !== 'practices') return;
  await replaceStagedEhrNames(transaction, run);
  await clearFactsOfMergedCustomers(transaction, run);
  await markMovedLocations(transaction, run);
  await resolveStagedOwners(transaction, run, { writes });
}
