import type { Queries } from '#server/core/db/database.ts';
import { allowedDomains } from '#server/core/desk-settings.ts';
import type { Env } from '#server/env.ts';
import { isAllowedAddress, roleOf } from './rules.ts';

/** Whether there is another administrator who may approve what this one proposes: who has signed in, and still may. */
export async function hasSecondPerson(
  queries: Queries,
  userId: string,
  env: Pick<Env, 'ADMIN_EMAILS' | 'ALLOWED_EMAIL_DOMAINS'>,
): Promise<boolean> {
  const others = await queries
    .selectFrom('app_user')
    .select(['email', 'role'])
    .where('status', '=', 'active')
    .where('last_sign_in_at', 'is not', null)
    .where('user_id', '!=', userId)
    .execute();
  const domains = await allowedDomains(queries, env);
  return others.some(
    ({ email, role }) => isAllowedAddress(email, domains) && roleOf({ email, storedRole: role }, env.ADMIN_EMAILS) === 'admin',
  );
}
