import type { ColumnType, Generated } from 'kysely';

declare module '#server/core/db/schema.ts' {
  interface Schema extends BoardTables {}
}

interface BoardTables {
  board: BoardTable;
}

interface BoardTable {
  board_id: string;
  owner_id: string;
  name: string;
  /** JSON array of widget keys. Unknown content is ignored when it is read. */
  widgets: ColumnType<unknown, string, string>;
  version: Generated<number>;
  /** `true` when every signed-in user can open the board by its link. */
  is_shared: Generated<boolean>;
  created_at: Date;
  updated_at: Date;
}
