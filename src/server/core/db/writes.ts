import {
  DeleteResult,
  type InsertQueryBuilder,
  type InsertResult,
  type UpdateResult,
} from 'kysely';
import type { Schema } from './schema.ts';

/** Inserts a row unless its id or another unique value exists; returns whether it did. */
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
 * Changes one row at a version. Returns `stale` when the row has another version, and `name taken`
 * when its new name exists already.
 */
export async function changeAtVersion(
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
