import { type RawBuilder, sql } from 'kysely';

/** The tables of which an import keeps what it changed row by row, in the order in which they refer to each other. */
export const keptTables = {
  institution: ['institution_id'],
  location: ['institution_id', 'location_id'],
  practice_key: ['natural_key'],
  entitlement: ['institution_id', 'product', 'valid_from'],
  contract: ['institution_id', 'external_source', 'contract_id'],
  churn_event: ['institution_id', 'loss_id'],
  contact: ['institution_id', 'contact_id'],
  prospect: ['prospect_id'],
} as const;
export type KeptTable = keyof typeof keptTables;

type Sql = RawBuilder<unknown>;

/** The institution that a row belongs to. A prospect belongs to none: its own number, below zero, stands for it. */
const ownerOf = (table: KeptTable, alias: string): Sql =>
  table === 'prospect' ? sql`-${sql.ref(`${alias}.prospect_id`)}` : sql.ref(`${alias}.institution_id`);

/** That two aliases have the same key of the table. */
export const sameKey = (table: KeptTable, one: string, other: string): Sql =>
  sql.join(
    keptTables[table].map((column) => sql`${sql.ref(`${one}.${column}`)} = ${sql.ref(`${other}.${column}`)}`),
    sql` and `,
  );

const keyOf = (table: KeptTable, alias: string): Sql =>
  sql`jsonb_build_array(${sql.join(keptTables[table].map((column) => sql.ref(`${alias}.${column}`)))})`;

const insertChange = sql`insert into import_change (import_id, institution_id, table_name, row_key, row_before, row_after)`;

/**
 * A step that keeps what a step of the same statement wrote, which returns whole rows: the table itself still shows them as they were
 * when the statement began.
 */
export const keepWritten = (importId: string, table: KeptTable, written: string): Sql => sql`
  ${insertChange}
  select ${importId}::uuid, ${ownerOf(table, 'after')}, ${table}, ${keyOf(table, 'after')},
         case when ${sql.ref(`before.${keptTables[table][0]}`)} is not null then to_jsonb(before) end, to_jsonb(after)
  from ${sql.table(written)} after
  left join lateral (select * from ${sql.table(table)} stored where ${sameKey(table, 'stored', 'after')} offset 0) before on true`;

/** The same for a step that deleted. */
export const keepDeleted = (importId: string, table: KeptTable, deleted: string): Sql => sql`
  ${insertChange}
  select ${importId}::uuid, ${ownerOf(table, 'before')}, ${table}, ${keyOf(table, 'before')}, to_jsonb(before), null
  from ${sql.table(deleted)} before`;
