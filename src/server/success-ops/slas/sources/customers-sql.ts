import { sql } from 'kysely';

/** Whether a row is of one of these customers; of any where no ids are given. */
export const isOf = (column: string, institutionIds: readonly number[] | null) =>
  institutionIds === null ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} = any(${institutionIds}::bigint[])`;
