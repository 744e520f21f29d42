import type { Queries } from './db/database.ts';

interface Audit {
  at: Date;
  /** The user's id. */
  actor: string;
  action: string;
  objectType: string;
  objectId: string;
  detail?: Record<string, unknown>;
}

/** Who did what, kept for good; every admin and approval action writes one. */
export async function writeAudit(queries: Queries, audit: Audit): Promise<void> {
  await queries
    .insertInto('audit_log')
    .values({
      at: audit.at,
      actor: audit.actor,
      action: audit.action,
      object_type: audit.objectType,
      object_id: audit.objectId,
      detail: JSON.stringify(audit.detail ?? {}),
    })
    .execute();
}
