import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { getRenewals, type ListedRenewal, postRenewalChange, type RenewalChange } from '#shared/success-ops/renewals/renewals.ts';
import { call, endpointQuery } from '#web/core/api.ts';
import { sayNotDone } from '#web/ui/sending/say-not-done.ts';
import { useIdempotencyId } from '#web/ui/sending/sending.ts';
import { refreshWork } from '#web/work/data.ts';

export const renewalsQuery = queryOptions({ ...endpointQuery(getRenewals), structuralSharing: false });

interface Changing {
  row: Pick<ListedRenewal, 'institutionId' | 'institutionName' | 'dealId' | 'version'>;
  change: RenewalChange;
}

/** Everything on a page that a change of a renewal may have changed. */
export const refreshRenewals = (client: QueryClient, institutionId: number): Promise<unknown> =>
  Promise.all([client.invalidateQueries({ queryKey: renewalsQuery.queryKey }), refreshWork(client, [institutionId])]);

/** Changes a renewal, once however often it is tried. */
export function useRenewalChange() {
  const client = useQueryClient();
  const once = useIdempotencyId();
  return useMutation({
    mutationFn: ({ row: { institutionId, dealId, version }, change }: Changing) => {
      const content = { institutionId, dealId, version, change };
      return call(postRenewalChange, { body: { changeId: once.idFor(content), ...content } });
    },
    onSuccess: () => once.done(),
    onError: (error, { row }) => sayNotDone(`Not saved: ${row.institutionName}`, error),
    // Read again after a refusal too: somebody has changed it meanwhile.
    onSettled: (_, __, { row }) => refreshRenewals(client, row.institutionId),
  });
}
