import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { Person } from '#shared/core/person.ts';

/** Everybody who is not disabled, by name. */
export const enabledPeople = (queries: Queries): Promise<Person[]> =>
  queries
    .selectFrom('app_user')
    .select(['user_id as id', 'name'])
    .where('status', '=', 'active')
    .orderBy('name')
    .orderBy('user_id')
    .execute();

/** The person, when there is one who can be given work. */
export const enabledPerson = (queries: Queries, id: string): Promise<Person | undefined> =>
  queries
    .selectFrom('app_user')
    .select(['user_id as id', 'name'])
    .where('user_id', '=', id)
    .where('status', '=', 'active')
    .executeTakeFirst();

/** A joined app_user as the contract has it; null where nobody is joined. */
export const personColumn = (alias: string) =>
  sql<Person | null>`case when ${sql.ref(`${alias}.user_id`)} is not null
    then json_build_object('id', ${sql.ref(`${alias}.user_id`)}, 'name', ${sql.ref(`${alias}.name`)}) end`;
