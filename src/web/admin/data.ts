import { queryOptions } from '@tanstack/react-query';
import { getIntegrations } from '#shared/admin/integrations.ts';
import { getAccountSessions, getAccounts, getAdministrators } from '#shared/admin/people.ts';
import { getJobRun, getJobRuns, getJobs } from '#shared/core/jobs/job-runs.ts';
import { getApiKeys } from '#shared/imports/api-keys.ts';
import { endpointQuery } from '#web/core/api.ts';

export const accountsQuery = queryOptions(endpointQuery(getAccounts));
/** Active sessions of a user. */
export const sessionsQuery = (userId: string) => endpointQuery(getAccountSessions, { params: { userId } });
export const administratorsQuery = queryOptions(endpointQuery(getAdministrators));
export const apiKeysQuery = queryOptions({ ...endpointQuery(getApiKeys), select: ({ rows }) => rows });
export const integrationsQuery = queryOptions({ ...endpointQuery(getIntegrations), select: ({ rows }) => rows, staleTime: 0 });
export const jobsQuery = queryOptions({ ...endpointQuery(getJobs), staleTime: 0 });
export const jobRunsQuery = queryOptions({ ...endpointQuery(getJobRuns), select: ({ rows }) => rows, staleTime: 0 });

const pollMilliseconds = 2000;
/** Job run with its log, refreshed while it waits or runs. */
export const jobRunQuery = (jobRunId: string) =>
  queryOptions({
    ...endpointQuery(getJobRun, { params: { jobRunId } }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.run.state === 'queued' || data?.run.state === 'running' ? pollMilliseconds : false),
  });
