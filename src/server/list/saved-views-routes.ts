import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#server/core/dependencies.ts';
import { changedMeanwhile, conflict, forbidden, notFound } from '#server/core/errors.ts';
import { route } from '#server/core/http/route.ts';
import { requireEarlierRowEqual } from '#server/core/repeated-requests.ts';
import type { User } from '#shared/core/user.ts';
import {
  deleteSavedView,
  getSavedViews,
  patchSavedView,
  postDefaultView,
  postSavedView,
  type SavedView,
} from '#shared/list/saved-views.ts';
import {
  clearDefaultView,
  deleteView,
  findDefaultView,
  findVisibleView,
  findVisibleViews,
  insertView,
  setDefaultView,
  updateView,
} from './saved-views-queries.ts';

type StoredView = NonNullable<Awaited<ReturnType<typeof findVisibleView>>>;

const nameTaken = (name: string) => `A view named “${name}” already exists. Choose another name.`;

const viewFor = (user: User, view: StoredView): SavedView => ({
  savedViewId: view.saved_view_id,
  list: view.list,
  name: view.name,
  shared: view.shared,
  search: view.search,
  version: view.version,
  ownerName: view.owner_name,
  isMine: view.owner_id === user.id,
  mayEdit: view.owner_id === user.id || (view.shared && user.role === 'admin'),
});

export function savedViewsRoutes(app: FastifyInstance, { database, clock }: Dependencies): void {
  const { foreground } = database;

  async function findView(user: User, savedViewId: string): Promise<SavedView> {
    const found = await findVisibleView(foreground, savedViewId, user.id);
    if (found === undefined) throw notFound('This view');
    return viewFor(user, found);
  }

  async function editable(user: User, savedViewId: string): Promise<SavedView> {
    const view = await findView(user, savedViewId);
    if (!view.mayEdit)
      throw forbidden(
        `Only ${view.ownerName} or an admin may change this view. Save your own instead.`,
      );
    return view;
  }

  route(app, getSavedViews, async ({ query, user }) => ({
    rows: (await findVisibleViews(foreground, query.list, user.id)).map((view) =>
      viewFor(user, view),
    ),
    defaultViewId: await findDefaultView(foreground, query.list, user.id),
  }));

  route(app, postSavedView, async ({ body, user }) => {
    await insertView(foreground, body, user.id, clock());
    const isSame = (stored: StoredView) => stored.owner_id === user.id && stored.name === body.name;
    return viewFor(
      user,
      requireEarlierRowEqual(
        await findVisibleView(foreground, body.savedViewId, user.id),
        isSame,
        nameTaken(body.name),
      ),
    );
  });

  route(app, patchSavedView, async ({ params, body, user }) => {
    const view = await editable(user, params.savedViewId);
    const { version, name = view.name, shared = view.shared, search = view.search } = body;
    const outcome = await updateView(
      foreground,
      params.savedViewId,
      version,
      { name, shared, search },
      clock(),
    );
    if (outcome === 'name taken') throw conflict(nameTaken(name));
    if (outcome === 'stale') throw changedMeanwhile('This view');
    // The view is not read again, because an admin who makes another user's view private can no
    // longer see it.
    return { ...view, name, shared, search, version: version + 1 };
  });

  route(app, deleteSavedView, async ({ params, body, user }) => {
    await editable(user, params.savedViewId);
    if ((await deleteView(foreground, params.savedViewId, body.version)) !== 'changed')
      throw changedMeanwhile('This view');
    return {};
  });

  route(app, postDefaultView, async ({ body, user }) => {
    const { list, savedViewId } = body;
    if (savedViewId === null) await clearDefaultView(foreground, list, user.id);
    else if (
      (await findView(user, savedViewId)).list !== list ||
      !(await setDefaultView(foreground, list, user.id, savedViewId))
    )
      throw notFound('This view');
    return { defaultViewId: savedViewId };
  });
}
