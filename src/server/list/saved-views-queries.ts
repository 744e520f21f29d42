import type { Queries } from '#server/core/db/database.ts';
import { insertOnce, updateRowAtVersion } from '#server/core/db/writes.ts';

interface StoredView {
  saved_view_id: string;
  list: string;
  name: string;
  owner_id: string;
  shared: boolean;
  search: string;
  version: number;
  owner_name: string;
}

const views = (queries: Queries) =>
  queries
    .selectFrom('saved_view as v')
    .innerJoin('app_user as u', 'u.user_id', 'v.owner_id')
    .select([
      'v.saved_view_id',
      'v.list',
      'v.name',
      'v.owner_id',
      'v.shared',
      'v.search',
      'v.version',
      'u.name as owner_name',
    ]);

/** Returns the user's own views and the shared views, sorted by name. */
export const findVisibleViews = (
  queries: Queries,
  list: string,
  userId: string,
): Promise<StoredView[]> =>
  views(queries)
    .where('v.list', '=', list)
    .where((of) => of.or([of('v.owner_id', '=', userId), of('v.shared', '=', true)]))
    .orderBy((of) => of.fn('lower', ['v.name']))
    .orderBy('v.saved_view_id')
    .execute();

/** Returns a view; `undefined` for an unknown view and for a private view of another user. */
export const findVisibleView = (
  queries: Queries,
  savedViewId: string,
  userId: string,
): Promise<StoredView | undefined> =>
  views(queries)
    .where('v.saved_view_id', '=', savedViewId)
    .where((of) => of.or([of('v.owner_id', '=', userId), of('v.shared', '=', true)]))
    .executeTakeFirst();

export async function findDefaultView(
  queries: Queries,
  list: string,
  userId: string,
): Promise<string | null> {
  const found = await queries
    .selectFrom('saved_view_default as d')
    .innerJoin('saved_view as v', 'v.saved_view_id', 'd.saved_view_id')
    .select('d.saved_view_id')
    .where('d.user_id', '=', userId)
    .where('d.list', '=', list)
    .where((of) => of.or([of('v.owner_id', '=', userId), of('v.shared', '=', true)]))
    .executeTakeFirst();
  return found?.saved_view_id ?? null;
}

interface NewView {
  savedViewId: string;
  list: string;
  name: string;
  shared: boolean;
  search: string;
}

/** Inserts a view. Returns `false` when its id or name already exists. */
export const insertView = (
  queries: Queries,
  view: NewView,
  ownerId: string,
  now: Date,
): Promise<boolean> =>
  insertOnce(
    queries.insertInto('saved_view').values({
      saved_view_id: view.savedViewId,
      list: view.list,
      name: view.name,
      owner_id: ownerId,
      shared: view.shared,
      search: view.search,
      created_at: now,
      updated_at: now,
    }),
  );

type Change = Partial<Pick<NewView, 'name' | 'shared' | 'search'>>;

export const updateView = (
  queries: Queries,
  savedViewId: string,
  version: number,
  change: Change,
  now: Date,
) =>
  updateRowAtVersion(
    queries
      .updateTable('saved_view')
      .set({ ...change, version: version + 1, updated_at: now })
      .where('saved_view_id', '=', savedViewId),
    version,
  );

export const deleteView = (queries: Queries, savedViewId: string, version: number) =>
  updateRowAtVersion(
    queries.deleteFrom('saved_view').where('saved_view_id', '=', savedViewId),
    version,
  );

export async function clearDefaultView(
  queries: Queries,
  list: string,
  userId: string,
): Promise<void> {
  await queries
    .deleteFrom('saved_view_default')
    .where('user_id', '=', userId)
    .where('list', '=', list)
    .execute();
}

/** Sets the user's default view. Returns `false` when the view was deleted in the meantime. */
export async function setDefaultView(
  queries: Queries,
  list: string,
  userId: string,
  savedViewId: string,
): Promise<boolean> {
  const set = await queries
    .insertInto('saved_view_default')
    .columns(['user_id', 'list', 'saved_view_id'])
    .expression((from) =>
      from
        .selectFrom('saved_view')
        .select((of) => [of.val(userId).as('user_id'), of.val(list).as('list'), 'saved_view_id'])
        .where('saved_view_id', '=', savedViewId)
        .forKeyShare(),
    )
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'list']).doUpdateSet({ saved_view_id: savedViewId }),
    )
    .returning('saved_view_id')
    .executeTakeFirst();
  return set !== undefined;
}
