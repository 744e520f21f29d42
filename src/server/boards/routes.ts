import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#server/core/dependencies.ts';
import {
  changedMeanwhile,
  conflict,
  notFound,
  unauthenticated,
  unprocessable,
} from '#server/core/errors.ts';
import { route } from '#server/core/http/route.ts';
import { requireEarlierRowEqual } from '#server/core/repeated-requests.ts';
import { csvTableRoute } from '#server/list/csv-export.ts';
import { institutionListReader } from '#server/portfolio/list.ts';
import {
  type Board,
  boardLimits,
  deleteBoard,
  exportBoard,
  getBoard,
  patchBoard,
  postBoard,
} from '#shared/boards/boards.ts';
import { findPinnedPlan } from '#shared/boards/pinned-answers.ts';
import { findWidget, readyMadeBoardDefinitions } from '#shared/boards/widgets.ts';
import { dayIn } from '#shared/core/dates.ts';
import type { User } from '#shared/core/user.ts';
import { truncateText } from '#shared/core/words.ts';
import { createBoardWidgetReader } from './data.ts';
import { boardExportHeadings, boardExportRecords } from './export-rules.ts';
import {
  findBoard,
  findBoards,
  findSharedBoard,
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
    isShared: false,
    ownerName: null,
    version: 0,
    widgets: [...widgets],
  }),
);

const ownBoard = (stored: StoredBoard): Board => ({
  boardId: stored.board_id,
  name: stored.name,
  isOwn: true,
  isShared: stored.is_shared,
  ownerName: null,
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
  const { database, clock, env } = dependencies;
  const { foreground } = database;
  const figures = createBoardWidgetReader(dependencies, institutions);

  async function own(user: User, boardId: string): Promise<Board> {
    const stored = await findBoard(foreground, user.id, boardId);
    if (stored === undefined) throw notFound('This board');
    return ownBoard(stored);
  }

  /** Returns a ready-made board, a board of the user, or a board that another user shares. */
  async function findReadableBoard(user: User, boardId: Board['boardId']): Promise<Board> {
    const readyMade = readyMadeBoards.find((board) => board.boardId === boardId);
    if (readyMade !== undefined) return readyMade;
    const mine = await findBoard(foreground, user.id, boardId);
    if (mine !== undefined) return ownBoard(mine);
    const shared = await findSharedBoard(foreground, boardId);
    if (shared === undefined) throw notFound('This board');
    return { ...ownBoard(shared), isOwn: false, ownerName: shared.owner_name };
  }

  route(app, getBoard, async ({ params, query, user }) => {
    const boards = [...readyMadeBoards, ...(await findBoards(foreground, user.id)).map(ownBoard)];
    const board = await findReadableBoard(user, params.boardId);
    return {
      board,
      boards: boards.map(({ boardId, name, isOwn }) => ({ boardId, name, isOwn })),
      ...(await figures(board, query.filters, Number(query.weeks))),
    };
  });

  csvTableRoute(app, exportBoard, async ({ boardId, filters, weeks }, request) => {
    if (request.user === undefined) throw unauthenticated();
    const board = await findReadableBoard(request.user, boardId);
    const { widgets } = await figures(board, filters, Number(weeks));
    return {
      headings: boardExportHeadings,
      records: widgets.flatMap(boardExportRecords),
      fileName: `board-${dayIn(env.BUSINESS_TIME_ZONE, clock())}`,
    };
  });

  route(app, postBoard, async ({ body, user }) => {
    const { boardId, name, copyOf, widgets: ownWidgets = [] } = body;
    requireKnownWidgets(ownWidgets, []);
    const widgets =
      copyOf === undefined ? ownWidgets : (await findReadableBoard(user, copyOf)).widgets;
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
    const { version, name = board.name, widgets = board.widgets, isShared = board.isShared } = body;
    if (version === board.version) requireKnownWidgets(widgets, board.widgets);
    const outcome = await updateBoard(
      foreground,
      params.boardId,
      version,
      { name, widgets, isShared },
      clock(),
    );
    if (outcome === 'name taken') throw conflict(nameTaken(name));
    if (outcome === 'stale') throw changedMeanwhile('This board');
    return { ...board, name, widgets, isShared, version: version + 1 };
  });

  route(app, deleteBoard, async ({ params, body, user }) => {
    await own(user, params.boardId);
    if ((await removeBoard(foreground, params.boardId, body.version)) !== 'changed')
      throw changedMeanwhile('This board');
    return {};
  });
}
