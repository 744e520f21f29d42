import { type RawBuilder, sql } from 'kysely';

/**
 * Tables and their primary keys. An import saves rows of these tables before it changes the rows. A
 * table comes after the tables it references.
 */
export const undoTrackedTableKeys = {
  institution: ['institution_id'],
  location: ['institution_id', 'location_id'],
  practice_key: ['natural_key'],
  crm_deal: ['institution_id', 'deal_id'],
  entitlement: ['institution_id', 'product', 'valid_from'],
  contract: ['institution_id', 'external_source', 'contract_id'],
  churn_event: ['institution_id', 'loss_id'],
  contact: ['institution_id', 'contact_id'],
  prospect: ['prospect_id'],
} as const;
export type UndoTrackedTable = keyof typeof undoTrackedTableKeys;

type Sql = RawBuilder<unknown>;

/** Returns SQL for the institution id of a row; for a prospect, the negative prospect id. */
const ownerOf = (table: UndoTrackedTable, alias: string): Sql =>
  table === 'prospect'
    ? sql`-${sql.ref(`${alias}.prospect_id`)}`
    : sql.ref(`${alias}.institution_id`);

/** Returns the SQL condition that the rows `one` and `other` have the same primary key. */
export const samePrimaryKeySql = (table: UndoTrackedTable, one: string, other: string): Sql =>
  sql.join(
    undoTrackedTableKeys[table].map(
      (column) => sql`${sql.ref(`${one}.${column}`)} = ${sql.ref(`${other}.${column}`)}`,
    ),
    sql` and `,
  );

const keyOf = (table: UndoTrackedTable, alias: string): Sql =>
  sql`jsonb_build_array(${sql.join(undoTrackedTableKeys[table].map((column) => sql.ref(`${alias}.${column}`)))})`;

const insertChange = sql`insert into import_change (import_id, institution_id, table_name, row_key, row_before, row_after)`;

/**
 * Returns the SQL step that saves the old and the new version of each changed row. The new rows
 * come from the step `written` of the same statement. The old rows come from the table, which shows
 * its state before the statement.
 */
export const recordWrittenRowsSql = (
  importId: string,
  table: UndoTrackedTable,
  written: string,
): Sql => sql`
  ${insertChange}
  select ${importId}::uuid, ${ownerOf(table, 'after')}, ${table}, ${keyOf(table, 'after')},
         case when ${sql.ref(`before.${undoTrackedTableKeys[table][0]}`)} is not null then to_jsonb(before) end, to_jsonb(after)
  from ${sql.table(written)} after
  left join lateral (select * from ${sql.table(table)} stored where ${samePrimaryKeySql(table, 'stored', 'after')} offset 0) before on true`;

/**
 * Returns the SQL step that saves deleted rows. The step `deleted` of the same statement returns
 * these rows.
 */
export const recordDeletedRowsSql = (
  importId: string,
  table: UndoTrackedTable,
  deleted: string,
): Sql => sql`
  ${insertChange}
  select ${importId}::uuid, ${ownerOf(table, 'before')}, ${table}, ${keyOf(table, 'before')}, to_jsonb(before), null
  from ${sql.table(deleted)} before`;
