import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { Person } from '#shared/core/person.ts';

/** Everybody who is not disabled, by name. */
export const enabledPeople = (queries: Queries): Promise<Person[]> =>
  queries
    .selectFrom('person')
    .innerJoin('app_user as u', 'u.user_id', 'person.user_id')
    .select(['person.user_id as id', 'person.name'])
    .where('u.status', '=', 'active')
    .orderBy('person.name')
    .orderBy('person.user_id')
    .execute();

/** The person, when there is one who can be given work. */
export const enabledPerson = (queries: Queries, id: string): Promise<Person | undefined> =>
  queries
    .selectFrom('person')
    .innerJoin('app_user as u', 'u.user_id', 'person.user_id')
    .select(['person.user_id as id', 'person.name'])
    .where('person.user_id', '=', id)
    .where('u.status', '=', 'active')
    .executeTakeFirst();

/** A joined person as the contract has it; null where nobody is joined. */
export const personColumn = (alias: string) =>
  sql<Person | null>`case when ${sql.ref(`${alias}.user_id`)} is not null
    then json_build_object('id', ${sql.ref(`${alias}.user_id`)}, 'name', ${sql.ref(`${alias}.name`)}) end`;
