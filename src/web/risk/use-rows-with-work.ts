import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Day } from '#shared/core/dates.ts';
import type { CustomerWorkMaps } from '#shared/risk/rows.ts';
import { useBusinessTimeZone, useToday } from '#web/core/days.ts';
import type { RowsQueryState } from '#web/ui/list/List.tsx';
import { riskCasesQuery, workSummariesQuery } from '#web/work/data.ts';

export interface RowsWithWork<Row> {
  /** Rows; `undefined` until the list and the team's work are loaded. */
  rows: readonly Row[] | undefined;
  source: RowsQueryState;
}

const noSummaries: CustomerWorkMaps['summaries'] = new Map();

/**
 * Joins a customer list with the team's work. Risk cases are required, because they decide on which
 * tab a row appears. When loading tasks fails, rows only lack the next step.
 */
export function useRowsWithWork<Answer, Row>(
  list: UseQueryResult<Answer>,
  /** Must be the same function on every render. */
  rowsOf: (answer: Answer, work: CustomerWorkMaps, today: Day, timeZone: string) => readonly Row[],
): RowsWithWork<Row> {
  const cases = useQuery(riskCasesQuery);
  const summaries = useQuery(workSummariesQuery);
  const today = useToday();
  const timeZone = useBusinessTimeZone();
  const loadedSummaries = summaries.isPending ? undefined : (summaries.data ?? noSummaries);
  const rows = useMemo(
    () =>
      list.data &&
      cases.data &&
      loadedSummaries &&
      rowsOf(list.data, { cases: cases.data, summaries: loadedSummaries }, today, timeZone),
    [list.data, cases.data, loadedSummaries, today, timeZone, rowsOf],
  );
  const all = [list, cases, summaries];
  return {
    rows,
    source: {
      error: list.error ?? cases.error ?? summaries.error,
      dataUpdatedAt: Math.min(...all.map((query) => query.dataUpdatedAt).filter((at) => at > 0)),
      isFetching: all.some((query) => query.isFetching),
      refetch: () =>
        Promise.all(
          all.filter((query) => query.isError || query.isStale).map((query) => query.refetch()),
        ),
    },
  };
}
