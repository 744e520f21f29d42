import { notifications } from '@mantine/notifications';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { BodyOf } from '#shared/core/endpoint.ts';
import { getSettings, postSettings } from '#shared/core/settings/app-settings.ts';
import { call, endpointQuery } from '#web/core/api.ts';
import { useIdempotencyId } from '../sending/sending.ts';

export const settingsQuery = queryOptions(endpointQuery(getSettings));

/** Returns a mutation that saves changed settings or proposes them. */
export function useSaveSettings(version: number) {
  const once = useIdempotencyId();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (settings: BodyOf<typeof postSettings>['settings']) =>
      call(postSettings, {
        body: { changeId: once.idFor({ version, settings }), version, settings },
      }),
    onSuccess: ({ isWaiting }) => {
      once.done();
      notifications.show(
        isWaiting
          ? {
              title: 'Waiting for a second administrator',
              message: 'The change takes effect once another administrator approves it.',
            }
          : { title: 'Settings saved', message: null },
      );
    },
    onSettled: () => client.invalidateQueries(),
  });
}
