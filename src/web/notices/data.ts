import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BodyOf } from '#shared/core/endpoint.ts';
import { getNotices, type Notice, postSaveAttempt } from '#shared/notices/notices.ts';
import { getInstitutionList } from '#shared/portfolio/list.ts';
import { getRenewals } from '#shared/renewals/renewals.ts';
import { getRiskList } from '#shared/risk/list.ts';
import { call, endpointQuery } from '#web/core/api.ts';
import { refreshWork } from '#web/work/data.ts';

const noticesQuery = endpointQuery(getNotices);

/** Returns the notice of a customer; `undefined` without one and until the notices are loaded. */
export function useNotice(institutionId: number): Notice | undefined {
  const { data } = useQuery(noticesQuery);
  return data?.rows.find((notice) => notice.institutionId === institutionId);
}

/** Refetches all lists that show notices. */
export const refetchNotices = (client: QueryClient): Promise<unknown> =>
  Promise.all(
    [getNotices, getRiskList, getRenewals, getInstitutionList].map((endpoint) =>
      client.invalidateQueries({ queryKey: [endpoint.path] }),
    ),
  );

/** Mutation that saves the attempt to keep a customer, and then calls `onSaved`. */
export function useSaveAttempt(
  institutionId: number,
  { lossId, saveAttempt }: Notice,
  onSaved: () => void,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (attempt: Omit<BodyOf<typeof postSaveAttempt>, 'lossId' | 'version'>) =>
      call(postSaveAttempt, {
        params: { id: institutionId },
        body: { ...attempt, lossId, version: saveAttempt?.version ?? 0 },
      }),
    onSuccess: onSaved,
    // Also refetches after an error, because another user may have changed the attempt.
    onSettled: () => Promise.all([refetchNotices(client), refreshWork(client, [institutionId])]),
  });
}
