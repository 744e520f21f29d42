import type { JSONColumnType } from 'kysely';

/** Column type of JSON, which is selected as an object but inserted and updated as text. */
export type JsonColumn<T extends object> = JSONColumnType<T, string | undefined, string>;
