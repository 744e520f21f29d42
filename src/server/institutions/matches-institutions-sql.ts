import { sql } from 'kysely';

/** Returns an SQL condition that filters rows by institution; `null` matches all institutions. */
export const institutionIdsConditionSql = (
  column: string,
  institutionIds: readonly number[] | null,
) =>
  institutionIds === null
    ? sql<boolean>`true`
    : sql<boolean>`${sql.ref(column)} = any(${institutionIds}::bigint[])`;
