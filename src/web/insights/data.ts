import { queryOptions } from '@tanstack/react-query';
import { getInsights } from '#shared/insights/insights.ts';
import { getInsightLinks, getMakersLinks } from '#shared/insights/links.ts';
import { endpointQuery } from '#web/core/api.ts';

export const insightsQuery = (id: number, token: string | undefined) =>
  queryOptions(endpointQuery(getInsights, { params: { id }, query: { token } }));

/** Asked anew at every opening: practices open their links meanwhile. */
export const insightLinksQuery = (id: number) => queryOptions({ ...endpointQuery(getInsightLinks, { params: { id } }), staleTime: 0 });

/** Working links of one user or, without one, those of disabled accounts that wait for a decision. */
export const makersLinksQuery = (madeBy?: string) =>
  queryOptions({ ...endpointQuery(getMakersLinks, { query: { madeBy } }), staleTime: 0 });
