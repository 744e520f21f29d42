import type { Queries } from '#server/core/db/database.ts';
import { roleOf } from './rules.ts';

/** Whether there is another administrator who may approve what this one proposes: who may sign in, and has. */
export async function hasSecondPerson(queries: Queries, userId: string, adminEmails: readonly string[]): Promise<boolean> {
  const others = await queries
    .selectFrom('app_user')
    .select(['email', 'role'])
    .where('status', '=', 'active')
    .where('last_sign_in_at', 'is not', null)
    .where('user_id', '!=', userId)
    .execute();
  return others.some(({ email, role }) => roleOf({ email, storedRole: role }, adminEmails) === 'admin');
}
