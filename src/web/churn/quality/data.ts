import type { QueryClient } from '@tanstack/react-query';
import { getPipelineRuns } from '#shared/churn/pipeline/pipeline-runs.ts';
import { type EvaluationWeekChoice, getPredictionQuality } from '#shared/churn/quality/quality.ts';
import { endpointQuery } from '#web/core/api.ts';

export const pipelineRunsQuery = endpointQuery(getPipelineRuns);
export const qualityQuery = (past: EvaluationWeekChoice) =>
  endpointQuery(getPredictionQuality, past === 'all' ? {} : { query: { past } });

/** Refetches the quality figures of all evaluation periods. */
export const refetchQuality = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({
    predicate: ({ queryKey: [address] }) => String(address).startsWith(getPredictionQuality.path),
  });
