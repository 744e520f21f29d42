import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  getRenewals,
  type ListedRenewal,
  postRenewalChange,
  type RenewalChange,
} from '#shared/renewals/renewals.ts';
import { call, endpointQuery } from '#web/core/api.ts';
import { notifyFailure } from '#web/ui/sending/notify-failure.ts';
import { useIdempotencyId } from '#web/ui/sending/sending.ts';
import { refreshWork } from '#web/work/data.ts';

export const renewalsQuery = queryOptions({
  ...endpointQuery(getRenewals),
  structuralSharing: false,
});

interface Changing {
  row: Pick<ListedRenewal, 'institutionId' | 'institutionName' | 'dealId' | 'version'>;
  change: RenewalChange;
}

/** Refetches everything that a change of a renewal can affect. */
export const refetchRenewalData = (client: QueryClient, institutionId: number): Promise<unknown> =>
  Promise.all([
    client.invalidateQueries({ queryKey: renewalsQuery.queryKey }),
    refreshWork(client, [institutionId]),
  ]);

/** Mutation that changes a renewal. Retries have no further effect. */
export function useChangeRenewal() {
  const client = useQueryClient();
  const once = useIdempotencyId();
  return useMutation({
    mutationFn: ({ row: { institutionId, dealId, version }, change }: Changing) => {
      const content = { institutionId, dealId, version, change };
      return call(postRenewalChange, { body: { changeId: once.idFor(content), ...content } });
    },
    onSuccess: () => once.done(),
    onError: (error, { row }) =>
      notifyFailure(`Couldn’t save the renewal of ${row.institutionName}`, error),
    // Also refetches after an error, because another user may have changed the renewal.
    onSettled: (_, __, { row }) => refetchRenewalData(client, row.institutionId),
  });
}
