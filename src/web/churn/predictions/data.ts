import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { getPredictions } from '#shared/churn/predictions/list.ts';
import { type PredictionRow, predictionRows } from '#shared/churn/predictions/rows.ts';
import type { ResponseOf } from '#shared/core/endpoint.ts';
import type { WorkOn } from '#shared/risk/rows.ts';
import { endpointQuery } from '#web/core/api.ts';
import { useBusinessTimeZone, useToday } from '#web/core/days.ts';
import { riskCasesQuery, workSummariesQuery } from '#web/work/data.ts';

export const predictionsQuery = endpointQuery(getPredictions);

/** The first predictions come without anybody asking for them. */
const pollMilliseconds = 5_000;

export interface Predictions {
  answer: ResponseOf<typeof getPredictions> | undefined;
  /** undefined until the predictions and the work on them are known. */
  rows: readonly PredictionRow[] | undefined;
  /** For the list component. */
  source: { error: Error | null; dataUpdatedAt: number; isFetching: boolean; refetch: () => unknown };
}

const noSummaries: WorkOn['summaries'] = new Map();

/** The predictions with the work on them; without the tasks they only lack a column. */
export function usePredictions(): Predictions {
  const list = useQuery({
    ...predictionsQuery,
    refetchInterval: ({ state }) => (state.data?.hidden === 'no_predictions' ? pollMilliseconds : false),
  });
  const cases = useQuery(riskCasesQuery);
  const summaries = useQuery(workSummariesQuery);
  const today = useToday();
  const timeZone = useBusinessTimeZone();
  const known = summaries.isPending ? undefined : (summaries.data ?? noSummaries);
  const rows = useMemo(
    () => list.data && cases.data && known && predictionRows(list.data.rows, { cases: cases.data, summaries: known }, today, timeZone),
    [list.data, cases.data, known, today, timeZone],
  );
  const all = [list, cases, summaries];
  return {
    answer: list.data,
    rows,
    source: {
      error: list.error ?? cases.error ?? summaries.error,
      dataUpdatedAt: Math.min(...all.map((query) => query.dataUpdatedAt).filter((at) => at > 0)),
      isFetching: all.some((query) => query.isFetching),
      refetch: () => Promise.all(all.filter((query) => query.isError || query.isStale).map((query) => query.refetch())),
    },
  };
}
