import { notifications } from '@mantine/notifications';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  getPendingChanges,
  getSettings,
  postDecision,
  postSettings,
} from '#shared/admin/settings/settings.ts';
import type { BodyOf } from '#shared/core/endpoint.ts';
import type { DeskSettings } from '#shared/core/settings/desk-settings.ts';
import { call, endpointQuery } from '#web/core/api.ts';
import { useIdempotencyId } from '#web/ui/sending/sending.ts';

export const settingsQuery = queryOptions(endpointQuery(getSettings));
/** Pending changes, loaded at every visit because rules are proposed on another page. */
export const pendingChangesQuery = queryOptions({
  ...endpointQuery(getPendingChanges),
  staleTime: 0,
  select: ({ rows }) => rows,
});

/** Returns a mutation that saves settings or proposes them. */
export function useSaveSettings(version: number) {
  const once = useIdempotencyId();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (settings: DeskSettings) =>
      call(postSettings, {
        body: { changeId: once.idFor({ version, settings }), version, settings },
      }),
    onSuccess: ({ isWaiting }) => {
      once.done();
      notifications.show(
        isWaiting
          ? {
              title: 'Waits for a second administrator',
              message: 'It takes effect once another administrator approves it.',
            }
          : { title: 'Settings saved', message: null },
      );
    },
    onSettled: () => client.invalidateQueries(),
  });
}

/** Returns a mutation that decides on a pending change. An approved change affects all pages. */
export function useDecide(changeId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof postDecision>) =>
      call(postDecision, { params: { changeId }, body }),
    onSettled: () => client.invalidateQueries(),
  });
}
