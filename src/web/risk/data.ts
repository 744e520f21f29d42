import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ResponseOf } from '#shared/core/endpoint.ts';
import { getRiskList } from '#shared/risk/list.ts';
import { joinRisksWithWork, type RiskRow } from '#shared/risk/rows.ts';
import { cacheTimes, endpointQuery } from '#web/core/api.ts';
import { type RowsWithWork, useRowsWithWork } from './use-rows-with-work.ts';

const riskListQuery = queryOptions({
  ...endpointQuery(getRiskList),
  staleTime: cacheTimes.lists,
  // Structural sharing would block the page, because it compares thousands of rows one by one.
  structuralSharing: false,
});

interface RiskSource extends RowsWithWork<RiskRow> {
  list: ResponseOf<typeof getRiskList> | undefined;
}

/** Returns the rows of all tabs, including the team's work on each customer. */
export function useRiskRows(): RiskSource {
  const list = useQuery(riskListQuery);
  return { list: list.data, ...useRowsWithWork(list, joinRisksWithWork) };
}
