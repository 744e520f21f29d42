import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { CampaignAudience } from '#shared/campaigns/tickets/draft.ts';
import { institutionColumns } from '#shared/portfolio/columns.ts';
import { extractSegment } from '#shared/portfolio/segment.ts';
import { maxBulkItems } from '#shared/work/many.ts';
import { institutionListQuery } from '#web/portfolio/institution-list.tsx';
import { portfolioListName } from '#web/portfolio/use-scope.ts';
import { useList } from '#web/ui/list/use-list.ts';
import { useUrlParameters } from '#web/ui/page/use-url-parameters.ts';

const initial = {
  columns: [
    'institutionName',
    'healthTier',
    'ownerName',
    'locationCount',
    'state',
    'ehr',
    'openTicketCount',
  ],
};
const parameter = 'customers';

/** Maximum number of selected customers. The length of a URL limits it. */
export const maxSelectedCustomers = maxBulkItems;

/** Parses comma-separated customer ids from the URL. Invalid ids are ignored. */
export const parseCustomerIds = (text: string): number[] =>
  [
    ...new Set(
      text
        .split(',')
        .filter((id) => /^[1-9]\d{0,14}$/.test(id))
        .map(Number),
    ),
  ].slice(0, maxSelectedCustomers);

/**
 * Holds the audience of a campaign in the URL: a filtered customer list, limited to the selected
 * customers.
 */
export function useAudience() {
  const { parameters, change } = useUrlParameters();
  const source = useQuery(institutionListQuery);
  const named = parameters.get(parameter);
  const ids = useMemo(() => (named === null ? undefined : parseCustomerIds(named)), [named]);
  const all = source.data?.rows;
  const rows = useMemo(() => {
    const chosen = ids && new Set(ids);
    return chosen === undefined
      ? all
      : all?.filter(({ institutionId }) => chosen.has(institutionId));
  }, [all, ids]);
  const list = useList({ name: portfolioListName, columns: institutionColumns, rows, initial });
  const { matching, exportSearch } = list;
  const audience = useMemo((): CampaignAudience | undefined => {
    if (matching === undefined || matching.length === 0) return undefined;
    if (ids === undefined)
      return { of: 'segment', segment: extractSegment(new URLSearchParams(exportSearch), null) };
    return {
      of: 'chosen',
      institutionIds: matching
        .map(({ institutionId }) => institutionId)
        .toSorted((one, other) => one - other),
    };
  }, [matching, ids, exportSearch]);
  return {
    source,
    list,
    audience,
    /** Number of customers selected in the URL; `undefined` without a selection. */
    chosen: ids?.length,
    choose: (institutionIds: readonly number[]) =>
      change({ [parameter]: institutionIds.join(',') }),
    chooseAll: () => change({ [parameter]: null }),
  };
}

export type CampaignAudienceSelection = ReturnType<typeof useAudience>;
