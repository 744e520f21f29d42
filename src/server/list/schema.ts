import type { Generated } from 'kysely';

declare module '#server/core/db/schema.ts' {
  interface Schema extends SavedViewTables {}
}

interface SavedViewTables {
  saved_view: SavedViewTable;
  saved_view_default: SavedViewDefaultTable;
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
