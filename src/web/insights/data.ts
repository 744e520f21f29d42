import { queryOptions } from '@tanstack/react-query';
import { getInsights } from '#shared/insights/insights.ts';
import { getCreatorLinks, getInsightLinks } from '#shared/insights/links.ts';
import { endpointQuery } from '#web/core/api.ts';

export const insightsQuery = (id: number, token: string | undefined) =>
  queryOptions(endpointQuery(getInsights, { params: { id }, query: { token } }));

/**
 * Query for the links of an institution. It is refetched whenever the dialog opens, because view
 * counts change.
 */
export const insightLinksQuery = (id: number) =>
  queryOptions({ ...endpointQuery(getInsightLinks, { params: { id } }), staleTime: 0 });

/**
 * Query for the valid links that the user `madeBy` created. When `madeBy` is omitted, returns links
 * of disabled accounts that an admin has yet to keep or revoke.
 */
export const insightLinksByCreatorQuery = (madeBy?: string) =>
  queryOptions({ ...endpointQuery(getCreatorLinks, { query: { madeBy } }), staleTime: 0 });
