import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import {
  type MergeInstitutionField,
  type MergeLocationField,
  mergeInstitutionFieldKeys,
  mergeLocationFieldKeys,
} from '#shared/data-quality/merge.ts';

export type InstitutionRow = Record<MergeInstitutionField, string | null> & {
  institution_id: number;
  external_source: string | null;
  external_id: string | null;
  churned_on: string | null;
  /** Complete row, which an undo restores. */
  whole: Record<string, unknown>;
};

/**
 * Returns the customers with these ids and locks them until the transaction ends. Locks in the
 * order of the ids to avoid deadlocks. Unknown ids are left out.
 */
export const lockInstitutions = (transaction: Queries, ids: readonly number[]) =>
  findInstitutionRows(transaction, ids, sql` for update`);

/** Returns the customers with these ids. Unknown ids are left out. */
export async function findInstitutionRows(
  queries: Queries,
  ids: readonly number[],
  held = sql``,
): Promise<Map<number, InstitutionRow>> {
  const { rows } = await sql<InstitutionRow>`
    select institution_id, ${sql.join(mergeInstitutionFieldKeys.map((field) => sql`${sql.ref(field)}::text`))}, external_source, external_id,
      churned_on::text, to_jsonb(i) as whole
    from institution i where institution_id = any(${[...ids]}::bigint[]) order by institution_id${held}`.execute(
    queries,
  );
  return new Map(rows.map((row) => [row.institution_id, row]));
}

export interface LocationRow
  extends Record<Exclude<MergeLocationField, 'coordinates'>, string | null> {
  institution_id: number;
  location_id: number;
  external_source: string | null;
  external_id: string | null;
  latitude: number | null;
  longitude: number | null;
  closed_on: string | null;
}

const texts = mergeLocationFieldKeys.filter((field) => field !== 'coordinates');

export async function findLocations(
  queries: Queries,
  ids: readonly number[],
): Promise<LocationRow[]> {
  const { rows } = await sql<LocationRow>`
    select institution_id, location_id, external_source, external_id, latitude, longitude, closed_on::text, ${sql.join(texts.map((field) => sql.ref(field)))}
    from location where institution_id = any(${[...ids]}::bigint[]) order by institution_id, location_id`.execute(
    queries,
  );
  return rows;
}

/** Sets columns of a row. */
export async function updateRowColumns(
  transaction: Queries,
  table: 'institution' | 'location',
  id: number,
  values: Readonly<Record<string, string | number | null>>,
): Promise<void> {
  const names = Object.keys(values);
  if (names.length === 0) return;
  const rows = sql`jsonb_populate_record(null::${sql.table(table)}, ${JSON.stringify(values)}::jsonb)`;
  await sql`
    update ${sql.table(table)} t set ${sql.join(names.map((name) => sql`${sql.ref(name)} = v.${sql.ref(name)}`))}
    from ${rows} v where t.${sql.ref(`${table}_id`)} = ${id}`.execute(transaction);
}

/** Restores columns of a row if they still have the values that the merge set. */
export async function restoreUnchangedColumns(
  transaction: Queries,
  table: 'institution' | 'location',
  id: number,
  values: Readonly<
    Record<string, { before: string | number | null; after: string | number | null }>
  >,
): Promise<void> {
  for (const [name, { before, after }] of Object.entries(values)) {
    const typed = (value: string | number | null) =>
      sql`(jsonb_populate_record(null::${sql.table(table)}, ${JSON.stringify({ [name]: value })}::jsonb)).${sql.ref(name)}`;
    await sql`
      update ${sql.table(table)} set ${sql.ref(name)} = ${typed(before)}
      where ${sql.ref(`${table}_id`)} = ${id} and ${sql.ref(name)} is not distinct from ${typed(after)}`.execute(
      transaction,
    );
  }
}

/**
 * Records the merge, so that the ids of the merged customer in later files refer to the remaining
 * customer.
 */
export const insertMerge = (
  transaction: Queries,
  keptId: number,
  other: InstitutionRow,
  locationIds: readonly number[],
) =>
  sql`insert into merged_institution (institution_id, merged_id, external_source, external_id, location_ids)
    values (${keptId}, ${other.institution_id}, ${other.external_source}, ${other.external_id}, ${[...locationIds]}::bigint[])`.execute(
    transaction,
  );

export const deleteMerge = (transaction: Queries, otherId: number) =>
  sql`delete from merged_institution where merged_id = ${otherId}`.execute(transaction);

export const deleteInstitution = (transaction: Queries, institutionId: number) =>
  transaction.deleteFrom('institution').where('institution_id', '=', institutionId).execute();

/** Restores a deleted customer. */
export async function restoreDeletedInstitution(
  transaction: Queries,
  whole: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = 'institution'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`.execute(
    transaction,
  );
  const columns = sql.join(rows.map(({ name }) => sql.ref(name)));
  await sql`insert into institution (${columns})
    select ${columns} from jsonb_populate_record(null::institution, ${JSON.stringify(whole)}::jsonb)`.execute(
    transaction,
  );
}

/**
 * Returns the summary of a later merge that involves one of the customers and was not undone;
 * `undefined` without such a merge.
 */
export async function findLaterMerge(
  queries: Queries,
  institutionIds: readonly number[],
  position: number,
): Promise<string | undefined> {
  const { rows } = await sql<{ summary: string }>`
    select summary from data_fix
    where kind = 'merge' and undone_at is null and institution_ids && ${[...institutionIds]}::bigint[] and position > ${position}
    order by position desc limit 1`.execute(queries);
  return rows[0]?.summary;
}
