import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { freshnessQuery } from '#web/scoring/freshness.ts';
import { jobRunsQuery, jobsQuery } from '../data.ts';

/** Reads the jobs and their last runs again, and what other pages say of them. */
export function useRefreshJobs(): () => Promise<unknown> {
  const client = useQueryClient();
  return useCallback(
    () =>
      Promise.all([jobsQuery, jobRunsQuery, freshnessQuery].map(({ queryKey }) => client.invalidateQueries({ queryKey: [...queryKey] }))),
    [client],
  );
}
