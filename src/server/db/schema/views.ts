import type { ColumnType, Generated } from 'kysely';

export interface ViewTables {
  saved_view: SavedViewTable;
  saved_view_default: SavedViewDefaultTable;
  board: BoardTable;
}

interface SavedViewTable {
  saved_view_id: string;
  list: string;
  name: string;
  owner_id: string;
  shared: boolean;
  search: string;
  version: Generated<number>;
  created_at: Date;
  updated_at: Date;
}

interface SavedViewDefaultTable {
  user_id: string;
  list: string;
  saved_view_id: string;
}

interface BoardTable {
  board_id: string;
  owner_id: string;
  name: string;
  /** Read leniently. */
  widgets: ColumnType<unknown, string, string>;
  version: Generated<number>;
  created_at: Date;
  updated_at: Date;
}
