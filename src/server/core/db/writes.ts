import { DeleteResult, type InsertQueryBuilder, type InsertResult, type UpdateResult } from 'kysely';
import type { Schema } from './schema.ts';

/** Adds a row unless its id, or what else is unique of it, is taken; answers whether it did. */
export async function insertOnce<Table extends keyof Schema>(insert: InsertQueryBuilder<Schema, Table, InsertResult>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await insert.onConflict((conflict) => conflict.doNothing()).executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

interface VersionedChange {
  where(column: 'version', operator: '=', version: number): { executeTakeFirstOrThrow(): Promise<UpdateResult | DeleteResult> };
}

const uniqueViolation = '23505';

/** Carries out a change of one row, which is stale when the row is not at that version any more; its new name may be taken. */
export async function changeAtVersion(change: VersionedChange, version: number): Promise<'changed' | 'stale' | 'name taken'> {
  try {
    const result = await change.where('version', '=', version).executeTakeFirstOrThrow();
    const rows = result instanceof DeleteResult ? result.numDeletedRows : result.numUpdatedRows;
    return rows > 0n ? 'changed' : 'stale';
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === uniqueViolation) return 'name taken';
    throw error;
  }
}
