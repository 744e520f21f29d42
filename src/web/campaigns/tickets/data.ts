import {
  keepPreviousData,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import {
  postCampaignEnd,
  postCampaignTicketReassignment,
  postTicketBulkChangeUndo,
} from '#shared/campaigns/tickets/batches.ts';
import {
  type CampaignAction,
  type CampaignDetail,
  getCampaign,
  getCampaigns,
  getCampaignTickets,
  postCampaign,
  postCampaignAction,
  postCampaignPreview,
} from '#shared/campaigns/tickets/campaigns.ts';
import type { CampaignDraft } from '#shared/campaigns/tickets/draft.ts';
import type { BodyOf } from '#shared/core/endpoint.ts';
import { paths } from '#shared/core/pages/paths.ts';
import { getTicketList } from '#shared/tickets/desk.ts';
import { getWorkingTime } from '#shared/work/working-time.ts';
import { call, endpointQuery } from '#web/core/api.ts';
import { notifyFailure } from '#web/ui/sending/notify-failure.ts';
import { useIdempotencyId } from '#web/ui/sending/sending.ts';

const pollMilliseconds = 1500;

/** Returns `true` while the campaign's tickets are being opened or withdrawn. */
export const isCampaignProcessing = ({
  campaign: { state, toOpen },
}: Pick<CampaignDetail, 'campaign'>): boolean =>
  state === 'sending' || state === 'undoing' || (state === 'cancelled' && toOpen > 0);

/** Returns `true` while changes have not reached the CRM yet. */
const isSyncing = (detail: CampaignDetail): boolean =>
  isCampaignProcessing(detail) || detail.batches.some(({ waiting }) => waiting > 0);

export const campaignsQuery = queryOptions({ ...endpointQuery(getCampaigns), staleTime: 0 });
export const campaignQuery = (campaignId: string) =>
  queryOptions({
    ...endpointQuery(getCampaign, { params: { campaignId } }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && isSyncing(data) ? pollMilliseconds : false,
  });
const campaignTicketsQuery = (campaignId: string) =>
  queryOptions({
    ...endpointQuery(getCampaignTickets, { params: { campaignId } }),
    staleTime: 0,
    structuralSharing: false,
  });

/**
 * Loads the tickets of a campaign. Refetches them while the campaign changes, and once after its
 * last change. `readAt` is the time at which `detail` was loaded.
 */
export const useCampaignTickets = (detail: CampaignDetail, readAt: number) =>
  useQuery({
    ...campaignTicketsQuery(detail.campaign.campaignId),
    refetchInterval: ({ state }) =>
      isSyncing(detail) || state.dataUpdatedAt < readAt ? pollMilliseconds : false,
  });

export const workingTimeQuery = endpointQuery(getWorkingTime);

/** Preview of a draft; refetched after each change of the draft. */
export const campaignPreviewQuery = (draft: Omit<CampaignDraft, 'name'> | undefined) =>
  queryOptions({
    queryKey: [postCampaignPreview.path, draft],
    queryFn: ({ signal }) => {
      if (draft === undefined) throw new Error('Nothing to preview yet.');
      return call(postCampaignPreview, { body: draft, signal });
    },
    enabled: draft !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/**
 * Returns a mutation that creates a campaign and opens its page. Retries use the same id, so that
 * only one campaign is created.
 */
export function useCreateCampaign() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const once = useIdempotencyId();
  return useMutation({
    mutationFn: (content: CampaignDraft & { tickets: number }) =>
      call(postCampaign, { body: { campaignId: once.idFor(content), ...content } }),
    onSuccess: async ({ campaignId }) => {
      once.done();
      await client.invalidateQueries({ queryKey: campaignsQuery.queryKey });
      await navigate(paths.ticketCampaign(campaignId));
    },
    // The preview may be outdated after an error.
    onError: () =>
      client.invalidateQueries({
        predicate: ({ queryKey }) => queryKey[0] === postCampaignPreview.path,
      }),
  });
}

/** Returns a function that refetches all queries that show the campaign. */
function useRefreshCampaign(campaignId: string) {
  const client = useQueryClient();
  return () =>
    Promise.all(
      [
        campaignQuery(campaignId),
        campaignTicketsQuery(campaignId),
        campaignsQuery,
        endpointQuery(getTicketList),
      ].map(({ queryKey }) => client.invalidateQueries({ queryKey })),
    );
}

const notifyError = (error: Error) => notifyFailure('Couldn’t change the campaign', error);

export function useChangeCampaignState(campaignId: string) {
  return useMutation({
    mutationFn: (action: CampaignAction) =>
      call(postCampaignAction, { params: { campaignId }, body: { action } }),
    onError: notifyError,
    onSettled: useRefreshCampaign(campaignId),
  });
}

export function useCampaignEnd(campaignId: string) {
  const once = useIdempotencyId();
  return useMutation({
    mutationFn: (content: Omit<BodyOf<typeof postCampaignEnd>, 'batchId'>) =>
      call(postCampaignEnd, {
        params: { campaignId },
        body: { batchId: once.idFor(content), ...content },
      }),
    onSuccess: () => once.done(),
    onSettled: useRefreshCampaign(campaignId),
  });
}

export function useReassignCampaignTickets(campaignId: string) {
  const once = useIdempotencyId();
  return useMutation({
    mutationFn: (content: Omit<BodyOf<typeof postCampaignTicketReassignment>, 'batchId'>) =>
      call(postCampaignTicketReassignment, {
        params: { campaignId },
        body: { batchId: once.idFor(content), ...content },
      }),
    onSuccess: () => once.done(),
    onSettled: useRefreshCampaign(campaignId),
  });
}

export function useUndoBulkChange(campaignId: string) {
  return useMutation({
    mutationFn: (batchId: string) =>
      call(postTicketBulkChangeUndo, { params: { campaignId, batchId }, body: {} }),
    onError: notifyError,
    onSettled: useRefreshCampaign(campaignId),
  });
}
