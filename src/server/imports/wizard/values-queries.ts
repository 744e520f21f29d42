import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { knownEhrs } from '#shared/institutions/ehrs.ts';

/** Maximum number of values to choose from. */
const mostChoices = 500;

/** Returns the practice types of open locations, most common first. */
export async function findKnownPracticeTypes(queries: Queries): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select practice_type as name from location where practice_type is not null and closed_on is null
    group by 1 order by count(*) desc, 1 limit ${mostChoices}`.execute(queries);
  return rows.map(({ name }) => name);
}

/** Returns the common EHRs and those that admins mapped names to, in alphabetical order. */
export async function findKnownEhrNames(queries: Queries): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct system as name from records_system_name limit ${mostChoices}`.execute(queries);
  return [...new Set([...knownEhrs, ...rows.map(({ name }) => name)])].sort((one, other) =>
    one.localeCompare(other, 'en'),
  );
}

/** Returns the users who can own customers, by name. */
export const findActiveUsers = (queries: Queries): Promise<{ name: string; email: string }[]> =>
  queries
    .selectFrom('app_user')
    .select(['name', 'email'])
    .where('status', '=', 'active')
    .orderBy('name')
    .orderBy('email')
    .limit(mostChoices)
    .execute();
