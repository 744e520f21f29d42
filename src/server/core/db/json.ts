import type { JSONColumnType } from 'kysely';

/** Read parsed, written as text. */
export type Json<T extends object> = JSONColumnType<T, string | undefined, string>;
