import type { Queries } from '#server/core/db/database.ts';
import { insertOnce, updateRowAtVersion } from '#server/core/db/writes.ts';

export interface StoredBoard {
  board_id: string;
  name: string;
  widgets: unknown;
  version: number;
  is_shared: boolean;
}

const boards = (queries: Queries, ownerId: string) =>
  queries
    .selectFrom('board')
    .select(['board_id', 'name', 'widgets', 'version', 'is_shared'])
    .where('owner_id', '=', ownerId);

/** Returns the user's boards, sorted by name. */
export const findBoards = (queries: Queries, ownerId: string): Promise<StoredBoard[]> =>
  boards(queries, ownerId)
    .orderBy((of) => of.fn('lower', ['name']))
    .orderBy('board_id')
    .execute();

/** Returns the user's board; `undefined` for an unknown board and for a board of another user. */
export const findBoard = (
  queries: Queries,
  ownerId: string,
  boardId: string,
): Promise<StoredBoard | undefined> =>
  boards(queries, ownerId).where('board_id', '=', boardId).executeTakeFirst();

/** Returns a board that its owner shares; `undefined` for an unknown and for an unshared board. */
export const findSharedBoard = (
  queries: Queries,
  boardId: string,
): Promise<(StoredBoard & { owner_name: string }) | undefined> =>
  queries
    .selectFrom('board')
    .innerJoin('person', 'person.user_id', 'board.owner_id')
    .select(['board_id', 'board.name', 'widgets', 'version', 'is_shared'])
    .select('person.name as owner_name')
    .where('board_id', '=', boardId)
    .where('is_shared', '=', true)
    .executeTakeFirst();

interface NewBoard {
  boardId: string;
  ownerId: string;
  name: string;
  widgets: readonly string[];
}

/** Inserts the board. Returns `false` when its id or name already exists. */
export const insertBoard = (queries: Queries, board: NewBoard, now: Date): Promise<boolean> =>
  insertOnce(
    queries.insertInto('board').values({
      board_id: board.boardId,
      owner_id: board.ownerId,
      name: board.name,
      widgets: JSON.stringify(board.widgets),
      created_at: now,
      updated_at: now,
    }),
  );

interface Change {
  name: string;
  widgets: readonly string[];
  isShared: boolean;
}

export const updateBoard = (
  queries: Queries,
  boardId: string,
  version: number,
  { name, widgets, isShared }: Change,
  now: Date,
) =>
  updateRowAtVersion(
    queries
      .updateTable('board')
      .set({
        name,
        widgets: JSON.stringify(widgets),
        version: version + 1,
        is_shared: isShared,
        updated_at: now,
      })
      .where('board_id', '=', boardId),
    version,
  );

export const removeBoard = (queries: Queries, boardId: string, version: number) =>
  updateRowAtVersion(queries.deleteFrom('board').where('board_id', '=', boardId), version);

/**
 * Counts the tickets of these institutions that were open at the time `at`. When `institutions` is
 * `null`, counts the tickets of all current customers.
 */
export async function countOpenTickets(
  queries: Queries,
  institutions: readonly number[] | null,
  at: Date,
): Promise<number> {
  const { count } = await queries
    .selectFrom('crm_ticket')
    .innerJoin('institution', 'institution.institution_id', 'crm_ticket.institution_id')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where((of) =>
      institutions === null
        ? of('churned_on', 'is', null)
        : of('institution.institution_id', '=', of.fn.any(of.val([...institutions]))),
    )
    .where('created_at', '<=', at)
    .where((of) => of.or([of('closed_at', 'is', null), of('closed_at', '>', at)]))
    .executeTakeFirstOrThrow();
  return count;
}
