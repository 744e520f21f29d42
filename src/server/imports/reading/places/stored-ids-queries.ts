import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';

export interface StoredInstitutionId {
  externalId: string;
  /** Institution with the id; after a merge, the institution that was kept. */
  institutionId: number;
  isMerged: boolean;
}

export interface StoredLocationId {
  externalId: string;
  locationId: number;
  institutionExternalId: string | null;
}

/** Ids to look up: the given ids, or all ids with a character outside printable ASCII, which have a separate index. */
export type IdSelection = readonly string[] | 'outside ASCII';

/** Condition for a column of ids in the selection. */
export const isOf = (selection: IdSelection, column: RawBuilder<unknown>) =>
  selection === 'outside ASCII' ? sql`${column} ~ '[^ -~]'` : sql`${column} = any(${selection}::text[])`;

export async function storedInstitutionIds(queries: Queries, source: string, ids: IdSelection): Promise<StoredInstitutionId[]> {
  const isWanted = sql`external_source = ${source} and ${isOf(ids, sql`external_id`)}`;
  const { rows } = await sql<StoredInstitutionId>`
    select external_id as "externalId", institution_id as "institutionId", false as "isMerged" from institution where ${isWanted}
    union all
    select external_id, institution_id, true from merged_institution where ${isWanted}`.execute(queries);
  return rows;
}

export async function storedLocationIds(queries: Queries, source: string, ids: IdSelection): Promise<StoredLocationId[]> {
  const { rows } = await sql<StoredLocationId>`
    select l.external_id as "externalId", l.location_id as "locationId",
      case when i.external_source = l.external_source then i.external_id end as "institutionExternalId"
    from location l join institution i on i.institution_id = l.institution_id
    where l.external_source = ${source} and ${isOf(ids, sql`l.external_id`)}`.execute(queries);
  return rows;
}
