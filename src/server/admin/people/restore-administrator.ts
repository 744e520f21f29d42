import { readAllowedSignInDomains } from '#server/auth/allowed-sign-in-domains.ts';
import { lockAccounts } from '#server/auth/queries.ts';
import { computeRequiredEmailDomains } from '#server/auth/rules.ts';
import { writeAudit } from '#server/core/audit/audit.ts';
import type { Queries } from '#server/core/db/database.ts';
import type { Env } from '#server/core/env/env.ts';
import { CannotContinueError } from '#server/core/errors.ts';
import type { AuditAction } from '#shared/core/audit-actions.ts';
import { isEmailAddress } from '#shared/core/email-address.ts';
import { normalizeEmail } from '#shared/core/text.ts';
import { findAccountRows, insertInvitedUser, setAccountRole, setAccountStatus } from './queries.ts';
import { hasEmailDomain } from './rules.ts';

interface Order {
  email: string;
  env: Pick<Env, 'ALLOWED_EMAIL_DOMAINS' | 'OIDC_ISSUER'>;
  at: Date;
}

const actor = 'command line';

/**
 * Makes every account with this email address an admin, without approval. Enables a disabled
 * account and invites an unknown address. Returns a sentence for each change. Throws `Refusal` for
 * an address that must not sign in.
 *
 * Does not start an admin period. The server starts it later, because only the server knows all
 * settings.
 */
export const restoreAdministrator = (
  queries: Queries,
  { email, env, at }: Order,
): Promise<string[]> =>
  queries.transaction().execute(async (transaction) => {
    await lockAccounts(transaction);
    await requireAddress(transaction, email, env);
    const write = (action: AuditAction, objectId: string, detail: Record<string, unknown>) =>
      writeAudit(transaction, { at, actor, action, objectType: 'app_user', objectId, detail });
    const known = (await findAccountRows(transaction)).filter(
      (account) => normalizeEmail(account.email) === normalizeEmail(email),
    );
    if (known.length === 0) {
      const added = await insertInvitedUser(transaction, {
        email,
        name: email,
        role: 'admin',
        at,
        by: null,
      });
      if (added !== undefined) await write('user.invite', added, { email, role: 'admin' });
      return [`${email} is invited as an administrator. Sign in with this address now.`];
    }
    const disabled = known
      .filter(({ status }) => status === 'disabled')
      .map(({ user_id }) => user_id);
    const members = known.filter(({ role }) => role === 'member').map(({ user_id }) => user_id);
    if (disabled.length > 0) await setAccountStatus(transaction, disabled, 'active');
    for (const userId of members) await setAccountRole(transaction, userId, 'admin', null);
    for (const userId of disabled)
      await write('user.state', userId, {
        before: { state: 'disabled' },
        after: { state: 'active' },
      });
    for (const userId of members)
      await write('user.role', userId, { before: { role: 'member' }, after: { role: 'admin' } });
    return [
      ...(disabled.length > 0 ? [`${email} was disabled and can sign in again.`] : []),
      members.length > 0
        ? `${email} is an administrator now.`
        : `${email} was an administrator already.`,
    ];
  });

async function requireAddress(queries: Queries, email: string, env: Order['env']): Promise<void> {
  if (!isEmailAddress(email)) throw new CannotContinueError(`“${email}” is not an email address.`);
  const domains = computeRequiredEmailDomains(
    await readAllowedSignInDomains(queries, env),
    env.OIDC_ISSUER,
  );
  if (!hasEmailDomain(email, domains))
    throw new CannotContinueError(
      `${email} can't be invited: an address must end in @${domains.join(' or @')} to sign in.`,
    );
}
