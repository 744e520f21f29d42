import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { Day } from '#shared/core/dates.ts';

/** How a file names an institution or a location: by the ids of its own system, or by ours. */
export type IdSystem = { externalSource: string } | 'ours';

export interface LocationOf {
  institutionId: number;
  locationId: number;
  /** The day on which its id came from another institution. */
  movedInOn: Day | null;
  /** The first day without it. */
  closedOn: Day | null;
}

const locationColumns = sql`institution_id as "institutionId", location_id as "locationId", moved_in_on as "movedInOn", closed_on as "closedOn"`;

/** The institutions that have these ids, by id. */
export async function institutionsWithIds(database: Queries, system: IdSystem, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const { rows } =
    system === 'ours'
      ? await sql<{ id: string; institution_id: number }>`
          select institution_id::text as id, institution_id from institution where institution_id = any(${ids}::bigint[])`.execute(database)
      : await sql<{ id: string; institution_id: number }>`
          select external_id as id, institution_id from institution
          where external_source = ${system.externalSource} and external_id = any(${ids}::text[])`.execute(database);
  return new Map(rows.map((row) => [row.id, row.institution_id]));
}

/** The locations that have these ids, by id: several where institutions number their sites each for itself. */
export async function locationsWithIds(database: Queries, system: IdSystem, ids: readonly string[]): Promise<Map<string, LocationOf[]>> {
  if (ids.length === 0) return new Map();
  const { rows } =
    system === 'ours'
      ? await sql<LocationOf & { id: string }>`
          select location_id::text as id, ${locationColumns} from location where location_id = any(${ids}::bigint[])`.execute(database)
      : await sql<LocationOf & { id: string }>`
          select external_id as id, ${locationColumns} from location
          where external_source = ${system.externalSource} and external_id = any(${ids}::text[])`.execute(database);
  return Map.groupBy(rows, (row) => row.id);
}

/** All locations of institutions. */
export async function locationsOf(database: Queries, institutionIds: readonly number[]): Promise<Map<number, LocationOf[]>> {
  if (institutionIds.length === 0) return new Map();
  const { rows } = await sql<LocationOf>`
    select ${locationColumns} from location where institution_id = any(${institutionIds}::bigint[])`.execute(database);
  return Map.groupBy(rows, (row) => row.institutionId);
}
