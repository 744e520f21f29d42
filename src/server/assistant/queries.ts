import { effectiveRole } from '#server/auth/rules.ts';
import type { Queries } from '#server/core/db/database.ts';
import { normalizeEmail } from '#shared/core/text.ts';
import type { Role } from '#shared/core/user.ts';

/** Returns the name and effective role of the active user with an email address. */
export async function findActiveUser(
  queries: Queries,
  email: string,
  adminEmails: readonly string[],
): Promise<{ name: string; role: Role } | undefined> {
  const row = await queries
    .selectFrom('app_user')
    .innerJoin('person', 'person.user_id', 'app_user.user_id')
    .select(['person.name', 'app_user.email', 'app_user.role'])
    .where((where) =>
      where(where.fn<string>('lower', ['app_user.email']), '=', normalizeEmail(email)),
    )
    .where('status', '=', 'active')
    .executeTakeFirst();
  return (
    row && {
      name: row.name,
      role: effectiveRole({ email: row.email, storedRole: row.role }, adminEmails),
    }
  );
}
