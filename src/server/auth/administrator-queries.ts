import type { Queries } from '#server/core/db/database.ts';
import { insertOnce } from '#server/core/db/writes.ts';
import type { AdministratorAccount, AdministratorPeriod } from './administrator-rules.ts';

/** Returns all accounts with the fields that decide which of them are admins. */
export const findAllAccounts = (queries: Queries): Promise<AdministratorAccount[]> =>
  queries
    .selectFrom('app_user')
    .select([
      'user_id as userId',
      'email',
      'hosted_domain as hostedDomain',
      'role',
      'role_given_by as roleGivenBy',
      'status',
      'created_at as createdAt',
      'last_sign_in_at as lastSignInAt',
    ])
    .orderBy('user_id')
    .execute();

export const findAdministratorPeriodRows = (queries: Queries): Promise<AdministratorPeriod[]> =>
  queries
    .selectFrom('administrator_period')
    .select(['user_id as userId', 'since', 'until', 'started_by as startedBy'])
    .orderBy('since')
    .execute();

/**
 * Starts a user's period as an admin. Does nothing when the user has a period that has not ended.
 */
export const startAdministratorPeriod = (
  queries: Queries,
  { userId, since, by }: { userId: string; since: Date; by: string | null },
) =>
  insertOnce(
    queries
      .insertInto('administrator_period')
      .values({ user_id: userId, since, until: null, started_by: by, ended_by: null }),
  );

export const endAdministratorPeriods = (
  queries: Queries,
  { userIds, until, by }: { userIds: readonly string[]; until: Date; by: string | null },
) =>
  queries
    .updateTable('administrator_period')
    .set({ until, ended_by: by })
    .where('user_id', 'in', userIds)
    .where('until', 'is', null)
    .execute();
