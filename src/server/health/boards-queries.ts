import type { Queries } from '#server/db/database.ts';

export interface StoredBoard {
  board_id: string;
  name: string;
  widgets: unknown;
  version: number;
}

const boards = (queries: Queries, ownerId: string) =>
  queries.selectFrom('board').select(['board_id', 'name', 'widgets', 'version']).where('owner_id', '=', ownerId);

/** By name. */
export const boardsOf = (queries: Queries, ownerId: string): Promise<StoredBoard[]> =>
  boards(queries, ownerId)
    .orderBy((of) => of.fn('lower', ['name']))
    .orderBy('board_id')
    .execute();

/** undefined for one that is not there, or somebody else's. */
export const boardOf = (queries: Queries, ownerId: string, boardId: string): Promise<StoredBoard | undefined> =>
  boards(queries, ownerId).where('board_id', '=', boardId).executeTakeFirst();

interface NewBoard {
  boardId: string;
  ownerId: string;
  name: string;
  widgets: readonly string[];
}

/** Whether it went in; not when its id or its name is taken. */
export async function insertBoard(queries: Queries, board: NewBoard, now: Date): Promise<boolean> {
  const inserted = await queries
    .insertInto('board')
    .values({
      board_id: board.boardId,
      owner_id: board.ownerId,
      name: board.name,
      widgets: JSON.stringify(board.widgets),
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('board_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

interface Change {
  name: string;
  widgets: readonly string[];
}

/** 'stale' when it is not at that version any more, 'name taken' when another board of the person has the name. */
export async function updateBoard(
  queries: Queries,
  boardId: string,
  version: number,
  { name, widgets }: Change,
  now: Date,
): Promise<'updated' | 'stale' | 'name taken'> {
  try {
    const updated = await queries
      .updateTable('board')
      .set({ name, widgets: JSON.stringify(widgets), version: version + 1, updated_at: now })
      .where('board_id', '=', boardId)
      .where('version', '=', version)
      .returning('board_id')
      .executeTakeFirst();
    return updated === undefined ? 'stale' : 'updated';
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === '23505') return 'name taken';
    throw error;
  }
}

export async function removeBoard(queries: Queries, boardId: string, version: number): Promise<boolean> {
  const deleted = await queries
    .deleteFrom('board')
    .where('board_id', '=', boardId)
    .where('version', '=', version)
    .returning('board_id')
    .executeTakeFirst();
  return deleted !== undefined;
}
