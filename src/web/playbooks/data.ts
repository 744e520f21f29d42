import { notifications } from '@mantine/notifications';
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  getPlaybooks,
  getPlaybookVersions,
  type Playbook,
  type PlaybookFields,
  postPlaybook,
} from '#shared/playbooks/playbooks.ts';
import { getPlaybookRun, getPlaybookRuns } from '#shared/playbooks/runs.ts';
import { call, endpointQuery } from '#web/core/api.ts';
import { notifyFailure } from '#web/ui/sending/notify-failure.ts';

export const playbooksQuery = queryOptions({ ...endpointQuery(getPlaybooks), staleTime: 60_000 });
export const playbookRunsQuery = queryOptions({
  ...endpointQuery(getPlaybookRuns),
  staleTime: 60_000,
  structuralSharing: false,
});
export const playbookRunQuery = (runId: string) =>
  queryOptions({ ...endpointQuery(getPlaybookRun, { params: { runId } }), staleTime: 0 });
export const playbookVersionsQuery = (playbookId: string) =>
  queryOptions({ ...endpointQuery(getPlaybookVersions, { params: { playbookId } }), staleTime: 0 });

/** Refetches playbooks, their versions and their runs. */
export const refetchPlaybooks = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({
    predicate: ({ queryKey }) => /^\/api\/playbooks/.test(String(queryKey[0])),
  });

interface Saving {
  playbookId: string;
  version: number;
  isOn: boolean;
  fields: PlaybookFields;
}

/** Returns a mutation that saves a version of a playbook. The caller has to display errors. */
export function useSavePlaybook() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ playbookId, ...body }: Saving) =>
      call(postPlaybook, { params: { playbookId }, body }),
    onSettled: () => refetchPlaybooks(client),
  });
}

export function useTogglePlaybook() {
  const save = useSavePlaybook();
  return {
    isPending: save.isPending,
    flip: ({ playbookId, version, isOn, fields }: Playbook) =>
      save.mutate(
        { playbookId, version, isOn: !isOn, fields },
        {
          onSuccess: () =>
            notifications.show({
              title: `${fields.name}: turned ${isOn ? 'off' : 'on'}`,
              message: null,
            }),
          onError: (error) =>
            notifyFailure(`Couldn’t turn ${isOn ? 'off' : 'on'} ${fields.name}`, error),
        },
      ),
  };
}
