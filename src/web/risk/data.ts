import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ResponseOf } from '#shared/core/endpoint.ts';
import { getRiskList } from '#shared/risk/list.ts';
import { type RiskRow, riskRows } from '#shared/risk/rows.ts';
import { cacheTimes, endpointQuery } from '#web/core/api.ts';
import { type RowsWithWork, useRowsWithWork } from './use-rows-with-work.ts';

/** Who is at risk, cannot be judged or has recovered, as of the last official week. */
const riskListQuery = queryOptions({
  ...endpointQuery(getRiskList),
  staleTime: cacheTimes.lists,
  // Thousands of rows: comparing them one by one with the last answer would stop the page.
  structuralSharing: false,
});

interface RiskSource extends RowsWithWork<RiskRow> {
  list: ResponseOf<typeof getRiskList> | undefined;
}

/** The customers of the queue and its other tabs, with the work on them. */
export function useRiskRows(): RiskSource {
  const list = useQuery(riskListQuery);
  return { list: list.data, ...useRowsWithWork(list, riskRows) };
}
