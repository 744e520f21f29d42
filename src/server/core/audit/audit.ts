import type { AuditAction } from '#shared/core/audit-actions.ts';
import type { Queries } from '../db/database.ts';
import { storableJson } from '../db/storable.ts';
import { readRequestIdAndAddress } from '../request-source.ts';
import { insertAuditEntry, insertSeal } from './queries.ts';
import { computeSeal, currentAuditKey, setNewestWrittenPosition } from './seal.ts';

interface Audit {
  at: Date;
  /** User id, or the name of an actor without an account, such as a command. */
  actor: string;
  action: AuditAction;
  objectType: string;
  objectId: string;
  /** Details of the action. Pages show the fields `before` and `after` side by side. */
  detail?: Record<string, unknown>;
}

/**
 * Writes an audit entry, with its seal when a key is loaded. Every admin and approval action must
 * write an entry. Call this last in a transaction, because other writers of the audit log wait
 * until the transaction ends.
 */
export async function writeAudit(queries: Queries, audit: Audit): Promise<void> {
  const { position, hash } = await insertAuditEntry(queries, {
    at: audit.at,
    actor: audit.actor,
    action: audit.action,
    object_type: audit.objectType,
    object_id: audit.objectId,
    detail: storableJson(audit.detail ?? {}),
    request_id: readRequestIdAndAddress()?.requestId ?? null,
    address: readRequestIdAndAddress()?.address ?? null,
  });
  setNewestWrittenPosition(position);
  const key = currentAuditKey();
  if (key !== undefined)
    await insertSeal(queries, position, key.id, computeSeal(key, position, hash));
}
