import type { Queries } from '#server/core/db/database.ts';
import { insertOnce } from '#server/core/db/writes.ts';
import type { AdministratorAccount, AdministratorPeriod } from './administrator-rules.ts';

/** Returns every account with the fields that decide who is an administrator. */
export const administratorAccounts = (queries: Queries): Promise<AdministratorAccount[]> =>
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

export const administratorPeriodRows = (queries: Queries): Promise<AdministratorPeriod[]> =>
  queries
    .selectFrom('administrator_period')
    .select(['user_id as userId', 'since', 'until', 'started_by as startedBy'])
    .orderBy('since')
    .execute();

/** Opens a period of a user. Does nothing when the user has an open period. */
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
