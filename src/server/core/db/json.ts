import type { JSONColumnType } from 'kysely';

/** Column type of JSON: selected as an object, inserted and updated as text. */
export type Json<T extends object> = JSONColumnType<T, string | undefined, string>;
