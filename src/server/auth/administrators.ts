import type { Queries } from '#server/core/db/database.ts';
import type { Env } from '#server/core/env/env.ts';
import {
  endAdministratorPeriods,
  findAdministratorPeriodRows,
  findAllAccounts,
  startAdministratorPeriod,
} from './administrator-queries.ts';
import {
  type AdminAndDomainSettings,
  type AdministratorPeriod,
  computeAdministratorPeriodChanges,
  isActingAdministrator,
  isApprovalRequired,
} from './administrator-rules.ts';
import { readAllowedSignInDomains } from './allowed-sign-in-domains.ts';
import { lockAccounts } from './queries.ts';

type AccessSettings = Pick<Env, 'ADMIN_EMAILS' | 'ALLOWED_EMAIL_DOMAINS'>;

interface Moment {
  env: AccessSettings;
  at: Date;
}

/** Returns the settings that decide who may sign in and who is an administrator. */
export const readAdminAndDomainSettings = async (
  queries: Queries,
  env: AccessSettings,
): Promise<AdminAndDomainSettings> => ({
  adminEmails: env.ADMIN_EMAILS,
  allowedDomains: await readAllowedSignInDomains(queries, env),
});

/**
 * Starts and ends the recorded admin periods to match the current admins, and returns all periods.
 * Role changes made by a setting or a command are recorded only when this function is called next.
 * `by` is the user who has just made a change.
 */
export async function updateAdministratorPeriods(
  queries: Queries,
  { env, at, by = null }: Moment & { by?: string | null },
): Promise<AdministratorPeriod[]> {
  const rules = await readAdminAndDomainSettings(queries, env);
  const administrators = (await findAllAccounts(queries)).filter((account) =>
    isActingAdministrator(account, rules),
  );
  const periods = await findAdministratorPeriodRows(queries);
  const { started, ended } = computeAdministratorPeriodChanges(periods, administrators, at);
  if (started.length + ended.length === 0) return periods;
  // Reads accounts and periods again in a transaction with a lock, so that the changes are computed
  // from consistent data.
  if (!queries.isTransaction)
    return queries.transaction().execute(async (transaction) => {
      await lockAccounts(transaction);
      return updateAdministratorPeriods(transaction, { env, at, by });
    });
  const givenBy = new Map(administrators.map(({ userId, roleGivenBy }) => [userId, roleGivenBy]));
  for (const { userId, since } of started)
    await startAdministratorPeriod(queries, {
      userId,
      since,
      by: by ?? givenBy.get(userId) ?? null,
    });
  if (ended.length > 0) await endAdministratorPeriods(queries, { userIds: ended, until: at, by });
  return findAdministratorPeriodRows(queries);
}

/**
 * Returns `true` when a change by this user needs approval, because there is another admin or was
 * one within the last 72 hours.
 */
export const readWhetherApprovalRequired = async (
  queries: Queries,
  userId: string,
  moment: Moment,
): Promise<boolean> =>
  isApprovalRequired(await updateAdministratorPeriods(queries, moment), userId, moment.at);
