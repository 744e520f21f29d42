import { type ExpressionBuilder, sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { Schema } from '#server/core/db/schema.ts';
import type { Person } from '#shared/core/person.ts';

/**
 * Returns the active users, sorted by name. Leaves out an account that has never signed in if
 * another active account with the same email address has signed in.
 */
export const findEnabledPeople = (queries: Queries): Promise<Person[]> =>
  queries
    .selectFrom('person')
    .innerJoin('app_user as u', 'u.user_id', 'person.user_id')
    .select(['person.user_id as id', 'person.name'])
    .where('u.status', '=', 'active')
    .where((of) =>
      of.or([
        of('u.last_sign_in_at', 'is not', null),
        of.not(of.exists(activeAccountWithSameEmail(of))),
      ]),
    )
    .orderBy('person.name')
    .orderBy('person.user_id')
    .execute();

/** Subquery of the active accounts with the email address of user `u` that have signed in. */
const activeAccountWithSameEmail = (
  of: ExpressionBuilder<Schema & { u: Schema['app_user'] }, 'u'>,
) =>
  of
    .selectFrom('app_user as other')
    .select('other.user_id')
    .whereRef(sql`lower(other.email)`, '=', sql`lower(u.email)`)
    .where('other.status', '=', 'active')
    .where('other.last_sign_in_at', 'is not', null);

/** Returns the user if active; only active users can be assigned work. */
export const findEnabledPerson = (queries: Queries, id: string): Promise<Person | undefined> =>
  queries
    .selectFrom('person')
    .innerJoin('app_user as u', 'u.user_id', 'person.user_id')
    .select(['person.user_id as id', 'person.name'])
    .where('person.user_id', '=', id)
    .where('u.status', '=', 'active')
    .executeTakeFirst();

/** SQL column with a joined user as `{ id, name }`; `null` when the join found no user. */
export const joinedUserSql = (alias: string) =>
  sql<Person | null>`case when ${sql.ref(`${alias}.user_id`)} is not null
    then json_build_object('id', ${sql.ref(`${alias}.user_id`)}, 'name', ${sql.ref(`${alias}.name`)}) end`;

/** SQL for the user with the id in a column, who has the name 'A former user' after the removal of the account. */
export const userOrFormerSql = (column: string) =>
  sql<Person>`json_build_object('id', ${sql.ref(column)}, 'name', coalesce(
    (select name from person where user_id = ${sql.ref(column)}), 'A former user'))`;

/** Returns a user, who may be disabled. */
export const findPerson = (queries: Queries, userId: string): Promise<Person | undefined> =>
  queries
    .selectFrom('person')
    .select(['user_id as id', 'name'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
