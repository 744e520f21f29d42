import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  deleteSavedView,
  patchSavedView,
  postDefaultView,
  postSavedView,
  type SavedView,
} from '#shared/list/saved-views.ts';
import { call } from '#web/core/api.ts';
import { notifyFailure } from '../../sending/notify-failure.ts';
import { savedViewsQuery } from './saved-views-data.ts';

type Change = Partial<Pick<SavedView, 'name' | 'shared' | 'search'>>;

const confirmChange = (title: string) => notifications.show({ title, message: null });

export const notifyViewFailure = (error: Error) => notifyFailure('Couldn’t change the view', error);

/**
 * Mutations of a list's saved views. Each refetches the views and confirms by a toast. `onError` is called even when the
 * component that started the mutation is gone, such as a closed menu.
 */
export function useSavedViewChanges(list: string, onError: (error: Error) => void) {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: savedViewsQuery(list).queryKey });
  return {
    save: useMutation({
      mutationFn: (view: { savedViewId: string; name: string; shared: boolean; search: string }) =>
        call(postSavedView, { body: { ...view, list } }),
      onSuccess: ({ name }) => confirmChange(`Saved view “${name}”`),
      onSettled,
      onError,
    }),
    change: useMutation({
      mutationFn: ({ view, change }: { view: SavedView; change: Change }) =>
        call(patchSavedView, {
          params: { savedViewId: view.savedViewId },
          body: { version: view.version, ...change },
        }),
      onSuccess: ({ name }) => confirmChange(`Saved changes to view “${name}”`),
      onSettled,
      onError,
    }),
    remove: useMutation({
      mutationFn: (view: SavedView) =>
        call(deleteSavedView, {
          params: { savedViewId: view.savedViewId },
          body: { version: view.version },
        }),
      onSuccess: (_, { name }) => confirmChange(`Deleted view “${name}”`),
      onSettled,
      onError,
    }),
    makeDefault: useMutation({
      mutationFn: (savedViewId: string | null) =>
        call(postDefaultView, { body: { list, savedViewId } }),
      onSuccess: (_, savedViewId) =>
        confirmChange(savedViewId === null ? 'Removed the default view' : 'Saved the default view'),
      onSettled,
      onError,
    }),
  };
}
