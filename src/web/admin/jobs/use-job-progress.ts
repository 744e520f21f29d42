import { useEffect, useState } from 'react';
import { type JobRun, jobProgressPath, jobProgressSchema } from '#shared/core/jobs/job-runs.ts';
import { useRefreshJobs } from './use-refresh-jobs.ts';

/** The runs that wait or run, as they go; when one has ended, the lists are read again. */
export function useJobProgress(): readonly JobRun[] {
  const refresh = useRefreshJobs();
  const [runs, setRuns] = useState<readonly JobRun[]>([]);
  useEffect(() => {
    let known = '';
    const events = new EventSource(jobProgressPath);
    events.addEventListener('message', ({ data }) => {
      const open = jobProgressSchema.parse(JSON.parse(data));
      setRuns(open);
      const ids = open.map(({ jobRunId, state }) => `${jobRunId} ${state}`).join();
      if (ids !== known) void refresh();
      known = ids;
    });
    return () => events.close();
  }, [refresh]);
  return runs;
}
