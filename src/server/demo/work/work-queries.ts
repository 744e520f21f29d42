import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';

/**
 * Issuer of the demo's users. The `subject` of a user is the id of the CRM owner. The users never
 * sign in.
 */
export const demoIssuer = 'https://demo.chairside.example';

/** Returns `true` when the demo's customers exist and have no work yet. */
export async function isDemoWorkMissing(queries: Queries): Promise<boolean> {
  const { rows } = await sql<{ wants: boolean }>`
    select exists (select from demo_world) and not exists (select from app_user where issuer = ${demoIssuer}) as wants`.execute(
    queries,
  );
  return rows[0]?.wants ?? false;
}
