import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { PlaybookPeople } from './rules.ts';

/**
 * Returns all users by id, and active users by name, so that the owner name of a customer finds a
 * user. When two active users have the same name, the name finds the user who signed in last.
 */
export async function readPeople(queries: Queries): Promise<PlaybookPeople> {
  const { rows } = await sql<{ id: string; name: string; isActive: boolean }>`
    select person.user_id as id, person.name, u.status = 'active' as "isActive"
    from person join app_user u using (user_id) order by u.last_sign_in_at nulls first, u.user_id`.execute(
    queries,
  );
  return {
    byId: new Map(rows.map(({ id, name, isActive }) => [id, { id, name, isActive }])),
    byOwnerName: new Map(
      rows.filter(({ isActive }) => isActive).map(({ id, name }) => [name, { id, name }]),
    ),
  };
}
