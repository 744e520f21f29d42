import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ResponseOf } from '#shared/core/endpoint.ts';
import { getRiskList } from '#shared/risk/list.ts';
import { type RiskRow, riskRows } from '#shared/risk/rows.ts';
import { cacheTimes, endpointQuery } from '#web/core/api.ts';
import { useBusinessTimeZone, useToday } from '#web/core/days.ts';
import { riskCasesQuery, workSummariesQuery } from '#web/work/data.ts';

/** Who is at risk, cannot be judged or has recovered, as of the last official week. */
const riskListQuery = queryOptions({
  ...endpointQuery(getRiskList),
  staleTime: cacheTimes.lists,
  // Thousands of rows: comparing them one by one with the last answer would stop the page.
  structuralSharing: false,
});

interface RiskSource {
  list: ResponseOf<typeof getRiskList> | undefined;
  /** undefined until the list and the work on it are known. */
  rows: readonly RiskRow[] | undefined;
  /** For the list component. */
  source: { error: Error | null; dataUpdatedAt: number; isFetching: boolean; refetch: () => unknown };
}

/** The customers with the work on them. Without the cases nobody could say who is in the queue; without the tasks they only lack a column. */
export function useRiskRows(): RiskSource {
  const list = useQuery(riskListQuery);
  const cases = useQuery(riskCasesQuery);
  const summaries = useQuery(workSummariesQuery);
  const today = useToday();
  const timeZone = useBusinessTimeZone();
  const known = summaries.isPending ? undefined : (summaries.data ?? noSummaries);
  const rows = useMemo(
    () => list.data && cases.data && known && riskRows(list.data, { cases: cases.data, summaries: known }, today, timeZone),
    [list.data, cases.data, known, today, timeZone],
  );
  const all = [list, cases, summaries];
  return {
    list: list.data,
    rows,
    source: {
      error: list.error ?? cases.error ?? summaries.error,
      dataUpdatedAt: Math.min(...all.map((query) => query.dataUpdatedAt).filter((at) => at > 0)),
      isFetching: all.some((query) => query.isFetching),
      refetch: () => Promise.all(all.filter((query) => query.isError || query.isStale).map((query) => query.refetch())),
    },
  };
}

const noSummaries: NonNullable<Parameters<typeof riskRows>[1]['summaries']> = new Map();
