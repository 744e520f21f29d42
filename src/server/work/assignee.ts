import type { Queries } from '#server/core/db/database.ts';
import { unprocessable } from '#server/core/errors.ts';
import type { Person } from '#shared/core/person.ts';
import { findEnabledPerson } from './people-queries.ts';

/** Returns the assignee with this id. Throws a 422 error for a disabled or unknown user. */
export async function assigneeOf(queries: Queries, id: string | null): Promise<Person | null> {
  if (id === null) return null;
  const person = await findEnabledPerson(queries, id);
  if (person === undefined)
    throw unprocessable('assigneeId: this user is disabled. Choose someone else.');
  return person;
}
