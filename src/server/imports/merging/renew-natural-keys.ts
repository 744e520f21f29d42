import type { Queries } from '#server/core/db/database.ts';
import { naturalKeyRulesVersion } from '../reading/cells/natural-key.ts';
import type { NaturalKeyTableName } from '../reading/places/shared-keys-queries.ts';
import { findNaturalKeyChanges, planKeyRenewal } from './key-renewal.ts';
import {
  changeNaturalKeys,
  changeStagedKeys,
  findRowsWithOldKeys,
  findStagedRowsWithOldKeys,
  findStoredKeyRulesVersion,
  findTakenKeys,
  markSharedKeys,
  saveKeyRulesVersion,
} from './natural-keys-queries.ts';

const keyedTables: readonly NaturalKeyTableName[] = ['practice_key', 'prospect'];

/**
 * Renews the stored natural keys once after an upgrade that changes the rules. When several rows
 * would get the same key, the first row gets it. The other rows keep their old keys and are marked.
 * The undo data is renewed too, so that earlier imports can still be undone.
 */
export async function renewNaturalKeys(queries: Queries): Promise<void> {
  if ((await findStoredKeyRulesVersion(queries)) >= naturalKeyRulesVersion) return;
  await queries.transaction().execute(async (transaction) => {
    // Another process may have renewed the keys in the meantime.
    if ((await findStoredKeyRulesVersion(transaction, { held: true })) >= naturalKeyRulesVersion)
      return;
    for (const table of keyedTables) {
      const changes = findNaturalKeyChanges(await findRowsWithOldKeys(transaction, table));
      const { waves, shared } = planKeyRenewal(
        changes,
        await findTakenKeys(transaction, table, changes),
      );
      for (const wave of waves) await changeNaturalKeys(transaction, table, wave);
      await markSharedKeys(transaction, table, shared);
      await changeStagedKeys(
        transaction,
        table,
        findNaturalKeyChanges(await findStagedRowsWithOldKeys(transaction, table)),
      );
    }
    await saveKeyRulesVersion(transaction, naturalKeyRulesVersion);
  });
}
