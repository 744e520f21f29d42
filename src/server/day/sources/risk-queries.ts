import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';

export async function findAssignedRiskCaseCustomers(
  queries: Queries,
  userId: string,
): Promise<number[]> {
  const { rows } = await sql<{ institution_id: number }>`
    select institution_id from risk_case where assignee_id = ${userId}::uuid`.execute(queries);
  return rows.map((row) => row.institution_id);
}
