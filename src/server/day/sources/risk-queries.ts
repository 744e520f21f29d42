import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';

/**
 * Returns the assignees of risk cases by institution: of the cases assigned to the user, and of the
 * given institutions. Leaves out cases without an assignee.
 */
export async function findRiskCaseAssignees(
  queries: Queries,
  userId: string,
  institutionIds: readonly number[],
): Promise<Map<number, string>> {
  const { rows } = await sql<{ institution_id: number; assignee_id: string }>`
    select institution_id, assignee_id from risk_case
    where assignee_id = ${userId}::uuid or (assignee_id is not null and institution_id = any(${institutionIds}::bigint[]))`.execute(
    queries,
  );
  return new Map(rows.map((row) => [row.institution_id, row.assignee_id]));
}
