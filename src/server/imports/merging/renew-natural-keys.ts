import type { Queries } from '#server/core/db/database.ts';
import { naturalKeyRules } from '../reading/cells/natural-key.ts';
import type { KeyedTable } from '../reading/places/shared-keys-queries.ts';
import { keyChanges, planRenewal } from './key-renewal.ts';
import {
  changeKeys,
  changeStagedKeys,
  keyedRows,
  markShared,
  saveRules,
  stagedKeyedRows,
  storedRules,
  takenKeys,
} from './natural-keys-queries.ts';

const keyedTables: readonly KeyedTable[] = ['practice_key', 'prospect'];

/**
 * Renews the stored natural keys once after an upgrade that changes the rules. When several rows
 * would get the same key, the first row gets it. The other rows keep their old keys and are marked.
 * The undo data is renewed too, so that earlier imports can still be undone.
 */
export async function renewNaturalKeys(queries: Queries): Promise<void> {
  if ((await storedRules(queries)) >= naturalKeyRules) return;
  await queries.transaction().execute(async (transaction) => {
    // Another process may have renewed the keys in the meantime.
    if ((await storedRules(transaction, { held: true })) >= naturalKeyRules) return;
    for (const table of keyedTables) {
      const changes = keyChanges(await keyedRows(transaction, table));
      const { waves, shared } = planRenewal(changes, await takenKeys(transaction, table, changes));
      for (const wave of waves) await changeKeys(transaction, table, wave);
      await markShared(transaction, table, shared);
      await changeStagedKeys(
        transaction,
        table,
        keyChanges(await stagedKeyedRows(transaction, table)),
      );
    }
    await saveRules(transaction, naturalKeyRules);
  });
}
