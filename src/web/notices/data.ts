import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BodyOf } from '#shared/core/endpoint.ts';
import { getNotices, type Notice, postSaveAttempt } from '#shared/notices/notices.ts';
import { call, endpointQuery } from '#web/core/api.ts';

/** Notices of all current customers. */
export const noticesQuery = endpointQuery(getNotices);

/** Returns the notice of a customer; `undefined` without one and until the notices are loaded. */
export function useNotice(institutionId: number): Notice | undefined {
  const { data } = useQuery(noticesQuery);
  return data?.rows.find((notice) => notice.institutionId === institutionId);
}

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
    // Many pages show notices, so all of them are refetched, also after an error: another user may
    // have changed the attempt.
    onSettled: () => client.invalidateQueries(),
  });
}
