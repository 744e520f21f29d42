import { useQuery } from '@tanstack/react-query';
import { getPredictions } from '#shared/churn/predictions/list.ts';
import { joinPredictionsWithWork, type PredictionRow } from '#shared/churn/predictions/rows.ts';
import type { Day } from '#shared/core/dates.ts';
import type { ResponseOf } from '#shared/core/endpoint.ts';
import type { CustomerWorkMaps } from '#shared/risk/rows.ts';
import { endpointQuery } from '#web/core/api.ts';
import { type RowsWithWork, useRowsWithWork } from '#web/risk/use-rows-with-work.ts';

export const predictionsQuery = endpointQuery(getPredictions);

/** Refetch interval in milliseconds until the first predictions exist. */
const pollMilliseconds = 5_000;

export interface LoadedPredictions extends RowsWithWork<PredictionRow> {
  answer: ResponseOf<typeof getPredictions> | undefined;
}

const rowsOf = (
  { rows }: ResponseOf<typeof getPredictions>,
  work: CustomerWorkMaps,
  today: Day,
  timeZone: string,
): PredictionRow[] => joinPredictionsWithWork(rows, work, today, timeZone);

/** Loads the predictions and the team's work on these customers. */
export function usePredictions(): LoadedPredictions {
  const list = useQuery({
    ...predictionsQuery,
    refetchInterval: ({ state }) =>
      state.data?.hidden === 'no_predictions' ? pollMilliseconds : false,
  });
  return { answer: list.data, ...useRowsWithWork(list, rowsOf) };
}
