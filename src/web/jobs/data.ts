import { queryOptions } from '@tanstack/react-query';
import { getJobRun, getJobRuns, getJobs } from '#shared/jobs/jobs.ts';
import { endpointQuery } from '#web/core/api.ts';

export const jobsQuery = queryOptions({ ...endpointQuery(getJobs), staleTime: 0 });
export const jobRunsQuery = queryOptions({
  ...endpointQuery(getJobRuns),
  select: ({ rows }) => rows,
  staleTime: 0,
});

const pollMilliseconds = 2000;
/** Job run with its log, refreshed while it waits or runs. */
export const jobRunQuery = (jobRunId: string) =>
  queryOptions({
    ...endpointQuery(getJobRun, { params: { jobRunId } }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data?.run.state === 'queued' || data?.run.state === 'running' ? pollMilliseconds : false,
  });
