import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';

export interface StoredInstitutionId {
  externalId: string;
  /** Institution with the id; after a merge, the remaining institution. */
  institutionId: number;
  isMerged: boolean;
}

export interface StoredLocationId {
  externalId: string;
  locationId: number;
  institutionExternalId: string | null;
}

/**
 * Ids to look up. `'unusual'` stands for all stored ids that an import might now store in another
 * spelling. Unusual ids have their own indexes.
 */
export type IdSelection = readonly string[] | 'unusual';

/**
 * Returns the SQL condition that `column` is in `selection`. `'unusual'` matches ids with
 * non-printable or non-ASCII characters or a spreadsheet prefix such as `="`.
 */
export const idSelectionConditionSql = (selection: IdSelection, column: RawBuilder<unknown>) =>
  selection === 'unusual'
    ? sql`${column} ~ '[^ -~]|^= *"|^''[-=+@]'`
    : sql`${column} = any(${selection}::text[])`;

export async function findStoredInstitutionIds(
  queries: Queries,
  source: string,
  ids: IdSelection,
): Promise<StoredInstitutionId[]> {
  const isWanted = sql`external_source = ${source} and ${idSelectionConditionSql(ids, sql`external_id`)}`;
  const { rows } = await sql<StoredInstitutionId>`
    select external_id as "externalId", institution_id as "institutionId", false as "isMerged" from institution where ${isWanted}
    union all
    select external_id, institution_id, true from merged_institution where ${isWanted}`.execute(
    queries,
  );
  return rows;
}

export async function findStoredLocationIds(
  queries: Queries,
  source: string,
  ids: IdSelection,
): Promise<StoredLocationId[]> {
  const { rows } = await sql<StoredLocationId>`
    select l.external_id as "externalId", l.location_id as "locationId",
      case when i.external_source = l.external_source then i.external_id end as "institutionExternalId"
    from location l join institution i on i.institution_id = l.institution_id
    where l.external_source = ${source} and ${idSelectionConditionSql(ids, sql`l.external_id`)}`.execute(
    queries,
  );
  return rows;
}

/**
 * Columns of a record's institution, source and external id, by table. Prospects have no
 * institution.
 */
const recordTables = {
  contract: ['institution_id', 'external_source', 'contract_id'],
  contact: ['institution_id', 'external_source', 'external_id'],
  churn_event: ['institution_id', 'external_source', 'external_id'],
  prospect: [null, 'source', 'external_id'],
} as const;
export type RecordTableName = keyof typeof recordTables;

export interface StoredRecordId {
  externalId: string;
  /** Institution within which the id is unique; `null` for prospects. */
  institutionId: number | null;
}

export async function findStoredRecordIds(
  queries: Queries,
  table: RecordTableName,
  source: string,
  ids: IdSelection,
): Promise<StoredRecordId[]> {
  const [institution, sourceColumn, id] = recordTables[table];
  const { rows } = await sql<StoredRecordId>`
    select distinct ${sql.ref(id)} as "externalId", ${institution === null ? sql`null::bigint` : sql.ref(institution)} as "institutionId"
    from ${sql.table(table)} where ${sql.ref(sourceColumn)} = ${source} and ${idSelectionConditionSql(ids, sql.ref(id))}`.execute(
    queries,
  );
  return rows;
}
