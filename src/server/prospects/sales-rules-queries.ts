import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { FormerTerritoryName } from '#shared/prospects/territories.ts';

/** Returns the version of the settings that last changed the prospect score; 0 for the defaults. */
export async function findScoreVersion(queries: Queries): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    select coalesce(max(version), 0)::int as version from (
      select version, settings->'prospectScore' is distinct from lag(settings->'prospectScore') over (order by version) as changed
      from setting_version
    ) versions where changed`.execute(queries);
  return rows[0]?.version ?? 0;
}

/** Returns each name that a territory has had, oldest version of the settings first. */
export async function findFormerTerritoryNames(queries: Queries): Promise<FormerTerritoryName[]> {
  const { rows } = await sql<FormerTerritoryName>`
    select territory->>'id' as id, territory->>'name' as name
    from setting_version, jsonb_array_elements(coalesce(settings->'salesTerritories', '[]'::jsonb)) territory
    group by 1, 2 order by min(version)`.execute(queries);
  return rows;
}

export async function findUserNames(
  queries: Queries,
  userIds: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select user_id as id, name from person where user_id = any(${userIds}::uuid[])`.execute(
    queries,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
