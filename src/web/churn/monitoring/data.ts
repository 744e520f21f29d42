import { getQuality } from '#shared/churn/quality/quality.ts';
import { getPipelineRuns } from '#shared/churn/runs/pipeline-runs.ts';
import { endpointQuery } from '#web/core/api.ts';

export const pipelineRunsQuery = endpointQuery(getPipelineRuns);
export const qualityQuery = endpointQuery(getQuality);
