import type { Clock } from '../clock/clock.ts';
import type { Database } from '../db/database.ts';
import { writeAudit } from './audit.ts';
import { type AuditFileSettings, ensureAuditKey } from './key-file.ts';
import { findNewestSealKey, lockAuditLog, readNewestEntry } from './queries.ts';
import { setAuditKey } from './seal.ts';

/**
 * Starts sealing the audit log. Older entries without a seal are sealed at once, and an audit entry
 * records this. Another audit entry records a changed key, for example after the key was lost.
 */
export async function beginAuditSealing(
  database: Database,
  place: AuditFileSettings,
  clock: Clock,
): Promise<void> {
  const key = await ensureAuditKey(place);
  setAuditKey(key);
  await database.background.transaction().execute(async (transaction) => {
    await lockAuditLog(transaction);
    const newest = await readNewestEntry(transaction);
    const { newestKeyId, hasOurs } = await findNewestSealKey(transaction, key.id);
    if (newest === null || hasOurs) return;
    await writeAudit(transaction, {
      at: clock(),
      actor: 'server',
      action: newestKeyId === null ? 'audit_log.seal' : 'audit_log.change_key',
      objectType: 'audit_log',
      objectId: String(newest.position),
      detail: {
        key: key.id,
        keyBefore: newestKeyId,
        sealedUntil: newest.position,
        hash: newest.hash,
      },
    });
  });
}
