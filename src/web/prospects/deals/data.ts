import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { BodyOf } from '#shared/core/endpoint.ts';
import {
  getDealChoices,
  postProspectDeal,
  postProspectDealRemoval,
} from '#shared/prospects/deals.ts';
import type { ListedProspect } from '#shared/prospects/rows.ts';
import { call } from '#web/core/api.ts';
import { useIdempotencyId } from '#web/ui/sending/sending.ts';
import { prospectWorkKey } from '#web/work/data.ts';
import { refetchProspects } from '../data.ts';

export const dealChoicesQuery = (prospectId: number) =>
  queryOptions({
    queryKey: [prospectWorkKey, 'deal-choices', prospectId],
    queryFn: ({ signal }) => call(getDealChoices, { params: { prospectId }, signal }),
    staleTime: 0,
  });

/** Mutation that creates a deal, and then calls `onCreated`. Retries create no second deal. */
export function useCreateDeal({ prospectId, version }: ListedProspect, onCreated: () => void) {
  const client = useQueryClient();
  const once = useIdempotencyId();
  return useMutation({
    mutationFn: (content: Omit<BodyOf<typeof postProspectDeal>, 'dealKey' | 'version'>) =>
      call(postProspectDeal, {
        params: { prospectId },
        body: { ...content, version, dealKey: once.idFor({ ...content, version }) },
      }),
    onSuccess: () => {
      once.done();
      onCreated();
    },
    // Also refetches after an error, because a refused deal is shown with its reason.
    onSettled: () => refetchProspects(client),
  });
}

/** Mutation that removes the link to a deal. */
export function useRemoveDeal({ prospectId }: ListedProspect) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (dealKey: string) =>
      call(postProspectDealRemoval, { params: { prospectId, dealKey }, body: {} }),
    onSettled: () => refetchProspects(client),
  });
}
