import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  deleteSavedView,
  getSavedViews,
  patchSavedView,
  postDefaultView,
  postSavedView,
  type SavedView,
} from '#shared/list/saved-views.ts';
import { call, endpointQuery } from '#web/core/api.ts';

export const savedViewsQuery = (list: string) => endpointQuery(getSavedViews, { query: { list } });

type Change = Partial<Pick<SavedView, 'name' | 'shared' | 'search'>>;

/** Mutations of a list's saved views. Each refetches the views. */
export function useSavedViewChanges(list: string) {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: savedViewsQuery(list).queryKey });
  return {
    save: useMutation({
      mutationFn: (view: { savedViewId: string; name: string; shared: boolean; search: string }) =>
        call(postSavedView, { body: { ...view, list } }),
      onSettled,
    }),
    change: useMutation({
      mutationFn: ({ view, change }: { view: SavedView; change: Change }) =>
        call(patchSavedView, {
          params: { savedViewId: view.savedViewId },
          body: { version: view.version, ...change },
        }),
      onSettled,
    }),
    remove: useMutation({
      mutationFn: (view: SavedView) =>
        call(deleteSavedView, {
          params: { savedViewId: view.savedViewId },
          body: { version: view.version },
        }),
      onSettled,
    }),
    makeDefault: useMutation({
      mutationFn: (savedViewId: string | null) =>
        call(postDefaultView, { body: { list, savedViewId } }),
      onSettled,
    }),
  };
}
