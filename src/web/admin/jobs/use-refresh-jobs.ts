import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { jobRunsQuery, jobsQuery } from '../data.ts';

/** Reads the jobs and their last runs again. */
export function useRefreshJobs(): () => Promise<unknown> {
  const client = useQueryClient();
  return useCallback(
    () => Promise.all([jobsQuery, jobRunsQuery].map(({ queryKey }) => client.invalidateQueries({ queryKey: [...queryKey] }))),
    [client],
  );
}
