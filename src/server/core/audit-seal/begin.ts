import { writeAudit } from '../audit.ts';
import type { Database } from '../db/database.ts';
import type { Clock } from '../dependencies.ts';
import { type AuditPlace, ensureAuditKey } from './key-file.ts';
import { holdAuditLog, readAuditHead, sealsOf } from './queries.ts';
import { sealWith } from './seal.ts';

/**
 * Seals the audit log from now on. Entries from before there were seals are sealed together, by an entry that says so; after a change
 * of key, such as for one that was lost, an entry says that too.
 */
export async function beginSealing(database: Database, place: AuditPlace, clock: Clock): Promise<void> {
  const key = await ensureAuditKey(place);
  sealWith(key);
  await database.background.transaction().execute(async (transaction) => {
    await holdAuditLog(transaction);
    const { newest } = await readAuditHead(transaction, 0);
    const { newestKeyId, hasOurs } = await sealsOf(transaction, key.id);
    if (newest === null || hasOurs) return;
    await writeAudit(transaction, {
      at: clock(),
      actor: 'server',
      action: newestKeyId === null ? 'audit_log.seal' : 'audit_log.change_key',
      objectType: 'audit_log',
      objectId: String(newest.position),
      detail: { key: key.id, keyBefore: newestKeyId, sealedUntil: newest.position, hash: newest.hash },
    });
  });
}
