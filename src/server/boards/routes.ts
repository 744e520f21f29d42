import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#server/core/dependencies.ts';
import { changedMeanwhile, conflict, notFound, unprocessable } from '#server/core/errors.ts';
import { route } from '#server/core/http/route.ts';
import { requireEarlierRowEqual } from '#server/core/repeated-requests.ts';
import { institutionListReader } from '#server/portfolio/list.ts';
import {
  type Board,
  boardLimits,
  deleteBoard,
  getBoard,
  patchBoard,
  postBoard,
} from '#shared/boards/boards.ts';
import { findPinnedPlan } from '#shared/boards/pinned-answers.ts';
import { findWidget, readyMadeBoardDefinitions } from '#shared/boards/widgets.ts';
import type { User } from '#shared/core/user.ts';
import { truncateText } from '#shared/core/words.ts';
import { createBoardWidgetReader } from './data.ts';
import {
  findBoard,
  findBoards,
  insertBoard,
  removeBoard,
  type StoredBoard,
  updateBoard,
} from './queries.ts';
import { parseWidgetKeys } from './rules.ts';

const nameTaken = (name: string) =>
  `You already have a board called “${name}”. Choose another name.`;

const readyMadeBoards: Board[] = Object.entries(readyMadeBoardDefinitions).map(
  ([boardId, { name, widgets }]) => ({
    boardId: boardId as keyof typeof readyMadeBoardDefinitions,
    name,
    isOwn: false,
    version: 0,
    widgets: [...widgets],
  }),
);

const ownBoard = (stored: StoredBoard): Board => ({
  boardId: stored.board_id,
  name: stored.name,
  isOwn: true,
  version: stored.version,
  widgets: parseWidgetKeys(stored.widgets),
});

/**
 * Throws a 422 error when a widget doesn't exist. A discontinued widget may stay on a board that
 * already has it, but cannot be added to a board.
 */
function requireKnownWidgets(widgets: readonly string[], current: readonly string[]): void {
  const unknown = widgets.find(
    (key) =>
      findWidget(key) === undefined && findPinnedPlan(key) === undefined && !current.includes(key),
  );
  if (unknown !== undefined)
    throw unprocessable(
      `There is no widget “${truncateText(unknown, 60)}”. Reload the page to see the available widgets.`,
    );
}

export function boardsRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const institutions = institutionListReader(dependencies);
  const { database, clock } = dependencies;
  const { foreground } = database;
  const figures = createBoardWidgetReader(dependencies, institutions);

  async function own(user: User, boardId: string): Promise<Board> {
    const stored = await findBoard(foreground, user.id, boardId);
    if (stored === undefined) throw notFound('This board');
    return ownBoard(stored);
  }

  const findCopied = async (user: User, boardId: Board['boardId']): Promise<Board> =>
    readyMadeBoards.find((board) => board.boardId === boardId) ?? (await own(user, boardId));

  route(app, getBoard, async ({ params, query, user }) => {
    const boards = [...readyMadeBoards, ...(await findBoards(foreground, user.id)).map(ownBoard)];
    const board = boards.find(({ boardId }) => boardId === params.boardId);
    if (board === undefined) throw notFound('This board');
    return {
      board,
      boards: boards.map(({ boardId, name, isOwn }) => ({ boardId, name, isOwn })),
      ...(await figures(board, query.filters, Number(query.weeks))),
    };
  });

  route(app, postBoard, async ({ body, user }) => {
    const { boardId, name, copyOf, widgets: ownWidgets = [] } = body;
    requireKnownWidgets(ownWidgets, []);
    const widgets = copyOf === undefined ? ownWidgets : (await findCopied(user, copyOf)).widgets;
    const ownBoards = await findBoards(foreground, user.id);
    const existing = ownBoards.find((board) => board.board_id === boardId);
    if (existing !== undefined && existing.name === name) return ownBoard(existing);
    if (ownBoards.length >= boardLimits.boards)
      throw unprocessable(
        `You have ${boardLimits.boards} boards. Delete one before you add another.`,
      );
    await insertBoard(foreground, { boardId, ownerId: user.id, name, widgets }, clock());
    return ownBoard(
      requireEarlierRowEqual(
        await findBoard(foreground, user.id, boardId),
        (saved) => saved.name === name,
        nameTaken(name),
      ),
    );
  });

  route(app, patchBoard, async ({ params, body, user }) => {
    const board = await own(user, params.boardId);
    const { version, name = board.name, widgets = board.widgets } = body;
    if (version === board.version) requireKnownWidgets(widgets, board.widgets);
    const outcome = await updateBoard(
      foreground,
      params.boardId,
      version,
      { name, widgets },
      clock(),
    );
    if (outcome === 'name taken') throw conflict(nameTaken(name));
    if (outcome === 'stale') throw changedMeanwhile('This board');
    return { ...board, name, widgets, version: version + 1 };
  });

  route(app, deleteBoard, async ({ params, body, user }) => {
    await own(user, params.boardId);
    if ((await removeBoard(foreground, params.boardId, body.version)) !== 'changed')
      throw changedMeanwhile('This board');
    return {};
  });
}
