import { sql } from 'kysely';
import { writeAudit } from '#server/core/audit/audit.ts';
import type { Queries } from '#server/core/db/database.ts';

/**
 * Runs a statement without the triggers that protect the audit log, as an attacker with the
 * database password can.
 */
export const executeWithoutAuditTriggers = (queries: Queries, statement: string) =>
  queries.transaction().execute(async (transaction) => {
    await sql`set local session_replication_role = replica`.execute(transaction);
    await sql.raw(statement).execute(transaction);
  });

/** Empties the audit log between tests. */
export const clearAuditLog = (queries: Queries) =>
  executeWithoutAuditTriggers(queries, 'truncate audit_log');

/** Writes `count` audit entries. */
export async function writeEntries(queries: Queries, count: number, at: Date): Promise<void> {
  for (let position = 0; position < count; position += 1)
    await writeAudit(queries, {
      at,
      actor: 'Ana',
      action: 'settings.save',
      objectType: 'thing',
      objectId: String(position),
    });
}
