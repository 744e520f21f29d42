import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { freshnessQuery } from '#web/scoring/freshness.ts';
import { jobRunsQuery, jobsQuery } from './data.ts';

/**
 * Returns a function that refetches the jobs, their runs, and the freshness that other pages show.
 */
export function useRefetchJobs(): () => Promise<unknown> {
  const client = useQueryClient();
  return useCallback(
    () =>
      Promise.all(
        [jobsQuery, jobRunsQuery, freshnessQuery].map(({ queryKey }) =>
          client.invalidateQueries({ queryKey: [...queryKey] }),
        ),
      ),
    [client],
  );
}
