import {
  DeleteResult,
  type Insertable,
  type InsertQueryBuilder,
  type InsertResult,
  type UpdateResult,
} from 'kysely';
import type { Queries } from './database.ts';
import type { Schema } from './schema.ts';

/** Maximum rows per statement, which has at most 65,535 parameters. */
const rowsPerInsert = 2000;

/** Inserts rows with as many statements as needed. */
export async function insertRows<Table extends keyof Schema>(
  queries: Queries,
  table: Table,
  rows: readonly Insertable<Schema[Table]>[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsPerInsert)
    await queries
      .insertInto(table)
      .values(rows.slice(start, start + rowsPerInsert))
      .execute();
}

/** Inserts a row. Returns `false` when its id or another unique value already exists. */
export async function insertOnce<Table extends keyof Schema>(
  insert: InsertQueryBuilder<Schema, Table, InsertResult>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await insert
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

interface VersionedChange {
  where(
    column: 'version',
    operator: '=',
    version: number,
  ): { executeTakeFirstOrThrow(): Promise<UpdateResult | DeleteResult> };
}

const uniqueViolation = '23505';

/**
 * Changes a row that has this version. Returns `stale` when the row has another version, and `name
 * taken` when another row has the new name.
 */
export async function updateRowAtVersion(
  change: VersionedChange,
  version: number,
): Promise<'changed' | 'stale' | 'name taken'> {
  try {
    const result = await change.where('version', '=', version).executeTakeFirstOrThrow();
    const rows = result instanceof DeleteResult ? result.numDeletedRows : result.numUpdatedRows;
    return rows > 0n ? 'changed' : 'stale';
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === uniqueViolation)
      return 'name taken';
    throw error;
  }
}
