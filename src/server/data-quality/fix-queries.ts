import { sql } from 'kysely';
import { z } from 'zod';
import type { Queries } from '#server/core/db/database.ts';
import { insertOnce } from '#server/core/db/writes.ts';
import { normalizedEhrNameSql } from '#server/institutions/system-name-sql.ts';
import { type Fix, type FixKind, maxFixes } from '#shared/data-quality/fixes.ts';

export interface NewFix {
  fixId: string;
  kind: FixKind;
  institutionIds: readonly number[];
  told: unknown;
  summary: string;
  before: unknown;
  madeBy: string;
  madeAt: Date;
}

export const insertFix = (queries: Queries, fix: NewFix) =>
  queries
    .insertInto('data_fix')
    .values({
      fix_id: fix.fixId,
      kind: fix.kind,
      institution_ids: [...fix.institutionIds],
      told: JSON.stringify(fix.told),
      summary: fix.summary,
      before: JSON.stringify(fix.before),
      made_by: fix.madeBy,
      made_at: fix.madeAt,
    })
    .execute();

/** Returns the newest fixes, or only the fix `fixId`. */
export async function findFixes(queries: Queries, fixId: string | null = null): Promise<Fix[]> {
  const { rows } = await sql<
    Omit<Fix, 'madeAt' | 'undoneAt'> & { made_at: Date; undone_at: Date | null }
  >`
    select f.fix_id as "fixId", f.kind, f.summary, m.name as "madeBy", f.made_at, u.name as "undoneBy", f.undone_at
    from data_fix f join person m on m.user_id = f.made_by left join person u on u.user_id = f.undone_by
    where ${fixId}::uuid is null or f.fix_id = ${fixId}::uuid
    order by f.position desc limit ${maxFixes}`.execute(queries);
  return rows.map(({ made_at, undone_at, ...row }) => ({
    ...row,
    madeAt: made_at.toISOString(),
    undoneAt: undone_at?.toISOString() ?? null,
  }));
}

export interface LockedFix {
  fixId: string;
  kind: FixKind;
  institutionIds: number[];
  told: unknown;
  before: unknown;
  isUndone: boolean;
  position: number;
}

/**
 * Returns a fix and locks it until the transaction ends; `undefined` when the fix does not exist.
 */
export async function lockFix(transaction: Queries, fixId: string): Promise<LockedFix | undefined> {
  const row = await transaction
    .selectFrom('data_fix')
    .selectAll()
    .where('fix_id', '=', fixId)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    fixId,
    kind: row.kind,
    institutionIds: row.institution_ids,
    told: row.told,
    before: row.before,
    isUndone: row.undone_at !== null,
    position: row.position,
  };
}

export const markFixUndone = (transaction: Queries, fixId: string, by: string, at: Date) =>
  transaction
    .updateTable('data_fix')
    .set({ undone_by: by, undone_at: at })
    .where('fix_id', '=', fixId)
    .execute();

const placedBeforeSchema = z.object({
  institutionId: z.int(),
  locationId: z.int(),
  zip: z.string(),
  placedZip: z.string().nullable(),
});
export const previousZipsSchema = z.array(placedBeforeSchema);
type PlacedBefore = z.output<typeof placedBeforeSchema>;

/**
 * Sets the zip codes by which the map places locations without coordinates. Returns the previous
 * zip codes.
 */
export async function setLocationZips(
  transaction: Queries,
  places: readonly { institutionId: number; locationId: number; zip: string }[],
): Promise<PlacedBefore[]> {
  const { rows } = await sql<PlacedBefore>`
    with wanted as (
      select * from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as w("institutionId" bigint, "locationId" bigint, zip text)
    ), held as (
      select l.institution_id, l.location_id, l.placed_zip, w.zip
      from wanted w join location l on l.institution_id = w."institutionId" and l.location_id = w."locationId"
      where l.latitude is null and l.closed_on is null
      order by l.institution_id, l.location_id for update of l
    ), placed as (
      update location l set placed_zip = h.zip
      from held h where l.institution_id = h.institution_id and l.location_id = h.location_id
    )
    select institution_id as "institutionId", location_id as "locationId", zip, placed_zip as "placedZip" from held`.execute(
    transaction,
  );
  return rows;
}

/** Restores previous zip codes, except at locations that were changed since. */
export const restoreLocationZips = (transaction: Queries, before: readonly PlacedBefore[]) =>
  sql`
    update location l set placed_zip = b."placedZip"
    from jsonb_to_recordset(${JSON.stringify(before)}::jsonb) as b("institutionId" bigint, "locationId" bigint, zip text, "placedZip" text)
    where l.institution_id = b."institutionId" and l.location_id = b."locationId" and l.placed_zip = b.zip`.execute(
    transaction,
  );

const namedBeforeSchema = z.object({
  institutionId: z.int(),
  locationId: z.int(),
  ehr: z.string(),
});
export const previousEhrNamesSchema = z.array(namedBeforeSchema);
type NamedBefore = z.output<typeof namedBeforeSchema>;

/** Maps an EHR name to an EHR. Returns `false` when the name is already mapped. */
export const insertEhrNameMapping = (
  transaction: Queries,
  name: { said: string; system: string; fix_id: string },
): Promise<boolean> => insertOnce(transaction.insertInto('records_system_name').values(name));

/** Replaces an EHR name at all locations. Returns the previous names. */
export async function renameEhrs(
  transaction: Queries,
  name: string,
  system: string,
): Promise<NamedBefore[]> {
  const { rows } = await sql<NamedBefore>`
    with held as (
      select institution_id, location_id, ehr from location where ${normalizedEhrNameSql(sql`ehr`)} = ${name} order by institution_id, location_id for update
    ), named as (
      update location l set ehr = ${system}
      from held h where l.institution_id = h.institution_id and l.location_id = h.location_id and h.ehr <> ${system}
    )
    select institution_id as "institutionId", location_id as "locationId", ehr from held`.execute(
    transaction,
  );
  return rows;
}

/** Restores previous EHR names, except at locations that were changed since. */
export async function restoreEhrNames(
  transaction: Queries,
  fixId: string,
  system: string,
  before: readonly NamedBefore[],
): Promise<void> {
  await transaction.deleteFrom('records_system_name').where('fix_id', '=', fixId).execute();
  await sql`
    update location l set ehr = b.ehr
    from jsonb_to_recordset(${JSON.stringify(before)}::jsonb) as b("institutionId" bigint, "locationId" bigint, ehr text)
    where l.institution_id = b."institutionId" and l.location_id = b."locationId" and l.ehr = ${system}`.execute(
    transaction,
  );
}
