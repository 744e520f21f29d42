import type { Queries } from '#server/core/db/database.ts';

/** Returns the names of all users, also of disabled ones. */
export const findPersonNames = async (queries: Queries): Promise<string[]> =>
  (await queries.selectFrom('person').select('name').execute()).map(({ name }) => name);
