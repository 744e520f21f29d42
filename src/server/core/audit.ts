import { insertEntry, insertSeal } from './audit-seal/queries.ts';
import { currentAuditKey, noteWritten, sealOf } from './audit-seal/seal.ts';
import type { Queries } from './db/database.ts';
import { storableJson } from './db/storable.ts';
import { requestOrigin } from './http/request-origin.ts';

interface Audit {
  at: Date;
  /** The user's id, or what acted without one, such as a command. */
  actor: string;
  action: string;
  objectType: string;
  objectId: string;
  /** `before` and `after` are shown beside each other. */
  detail?: Record<string, unknown>;
}

/**
 * Who did what, from where, kept for good; every admin and approval action writes one. Others wait to write theirs until the
 * transaction ends, so it stands last in it.
 */
export async function writeAudit(queries: Queries, audit: Audit): Promise<void> {
  const { position, hash } = await insertEntry(queries, {
    at: audit.at,
    actor: audit.actor,
    action: audit.action,
    object_type: audit.objectType,
    object_id: audit.objectId,
    detail: storableJson(audit.detail ?? {}),
    request_id: requestOrigin()?.requestId ?? null,
    address: requestOrigin()?.address ?? null,
  });
  noteWritten(position);
  const key = currentAuditKey();
  if (key !== undefined) await insertSeal(queries, position, key.id, sealOf(key, position, hash));
}
