import { sql } from 'kysely';
import { z } from 'zod';
import type { Queries } from '#server/core/db/database.ts';
import {
  tablesCleanedAfterUndo,
  tablesOfComputedScores,
} from '#server/imports/undo/rows-undo-queries.ts';
import { findCustomerTables } from '#server/institutions/customer-tables-queries.ts';
import type { Day } from '#shared/core/dates.ts';
import { productKeySchema } from '#shared/core/products.ts';

/**
 * Tables in which a conversion creates rows of a new customer. A table comes before the tables that
 * it references.
 */
const createdTables = [
  'work_event',
  'task',
  'crm_deal',
  'entitlement',
  'practice_key',
  'location',
  'institution',
] as const;

/** Tables whose rows jobs derive. They never prevent an undo. */
const derivedTables: readonly string[] = [
  'onboarding_milestone',
  'onboarding_case',
  ...tablesCleanedAfterUndo,
  ...tablesOfComputedScores,
];

/** Created rows of a new customer. */
const newCustomerRowsSchema = z.object({
  kind: z.literal('new'),
  /** Rows by table. */
  tables: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
  /** Owner that was added to the CRM's tables; `null` when the owner was known. */
  crmOwnerId: z.int().nullable(),
});
export type NewCustomerRows = z.output<typeof newCustomerRowsSchema>;

/** Created rows of an existing customer. */
const linkedRowsSchema = z.object({
  kind: z.literal('linked'),
  /** Products of the added entitlements, which begin on `validFrom`. */
  entitlements: z.array(productKeySchema),
  validFrom: z.iso.date(),
  taskId: z.uuid(),
});
export type LinkedRows = z.output<typeof linkedRowsSchema>;

export const conversionRowsSchema = z.discriminatedUnion('kind', [
  newCustomerRowsSchema,
  linkedRowsSchema,
]);

/** Stage of a prospect before its conversion. */
export const stageBeforeSchema = z.object({
  stage: z.string(),
  stageSince: z.iso.datetime(),
  lostReason: z.string().nullable(),
});

const rowsOf = (table: string, institutionId: number) =>
  sql`select coalesce(jsonb_agg(to_jsonb(t) order by to_jsonb(t)), '[]') from ${sql.table(table)} t where t.institution_id = ${institutionId}`;

/** Returns all rows of a customer in the tables that a conversion fills. */
export async function findCreatedRows(
  transaction: Queries,
  institutionId: number,
): Promise<NewCustomerRows['tables']> {
  const columns = createdTables.map(
    (table) => sql`${sql.lit(table)}::text, (${rowsOf(table, institutionId)})`,
  );
  const { rows } = await sql<{ tables: NewCustomerRows['tables'] }>`
    select jsonb_build_object(${sql.join(columns)}) as tables`.execute(transaction);
  return rows[0]?.tables ?? {};
}

/** Locks a customer until the transaction ends, so that no row that refers to it can be added. */
export const lockCustomer = (transaction: Queries, institutionId: number) =>
  sql`select from institution where institution_id = ${institutionId} for update`.execute(
    transaction,
  );

/**
 * Returns the tables in which a new customer has rows that its conversion did not create, or whose
 * created rows have changed.
 */
export async function findTablesChangedSince(
  transaction: Queries,
  institutionId: number,
  conversionId: string,
  { tables: created }: NewCustomerRows,
): Promise<string[]> {
  const skipped = new Set<string>([...createdTables, ...derivedTables, 'work_version']);
  const others = (await findCustomerTables(transaction)).filter((table) => !skipped.has(table));
  const conditions = [
    ...others.map((table) => ({
      table,
      isChanged: sql`exists (select from ${sql.table(table)} t where t.institution_id = ${institutionId}${
        table === 'prospect_conversion' ? sql` and t.conversion_id <> ${conversionId}` : sql``
      })`,
    })),
    ...createdTables.map((table) => ({
      table,
      isChanged: sql`(${rowsOf(table, institutionId)}) is distinct from ${JSON.stringify(created[table] ?? [])}::jsonb`,
    })),
  ];
  const { rows } = await sql<{ table: string }>`
    ${sql.join(
      conditions.map(
        ({ table, isChanged }) => sql`select ${sql.lit(table)}::text as table where ${isChanged}`,
      ),
      sql` union all `,
    )}`.execute(transaction);
  return rows.map(({ table }) => table);
}

/** Deletes a new customer with everything that its conversion or a job created. */
export async function deleteNewCustomer(
  transaction: Queries,
  institutionId: number,
  crmOwnerId: number | null,
): Promise<void> {
  for (const table of [...derivedTables, ...createdTables])
    await sql`delete from ${sql.table(table)} where institution_id = ${institutionId}`.execute(
      transaction,
    );
  await sql`delete from work_version where institution_id = ${institutionId}`.execute(transaction);
  if (crmOwnerId !== null)
    await sql`
      delete from crm_owner o where owner_id = ${crmOwnerId}
        and not exists (select from crm_deal d where d.owner_id = o.owner_id)
        and not exists (select from crm_ticket t where t.owner_id = o.owner_id)
        and not exists (select from crm_owner_change c where o.owner_id in (c.from_owner_id, c.to_owner_id))`.execute(
      transaction,
    );
}

/** Deletes the entitlements that a conversion added to an existing customer and that did not change. */
export async function deleteAddedEntitlements(
  transaction: Queries,
  institutionId: number,
  { entitlements, validFrom }: { entitlements: readonly string[]; validFrom: Day },
): Promise<void> {
  await sql`
    delete from entitlement where institution_id = ${institutionId} and product = any(${entitlements}::text[])
      and valid_from = ${validFrom}::date and valid_to is null`.execute(transaction);
}

export const deleteConversion = (
  transaction: Queries,
  institutionId: number,
  conversionId: string,
) =>
  transaction
    .deleteFrom('prospect_conversion')
    .where('institution_id', '=', institutionId)
    .where('conversion_id', '=', conversionId)
    .execute();

/** Restores the stage of a prospect and raises its version. */
export async function restoreStage(
  transaction: Queries,
  { prospectId, version }: { prospectId: number; version: number },
  { stage, stageSince, lostReason }: z.output<typeof stageBeforeSchema>,
): Promise<void> {
  await sql`
    update prospect_work set stage = ${stage}, stage_since = ${stageSince}::timestamptz, lost_reason = ${lostReason}, version = ${version + 1}
    where prospect_id = ${prospectId}`.execute(transaction);
}
