import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { streamEndEvent } from '#shared/core/event-streams.ts';
import { type JobRun, jobProgressPath, jobProgressSchema } from '#shared/core/jobs/job-runs.ts';
import { userQuery } from '#web/auth/data.ts';
import { useRefreshJobs } from './use-refresh-jobs.ts';

/** Milliseconds after which a stream that was refused is asked for again; the lists are read again meanwhile. */
const askAgainMilliseconds = 15_000;

/** The runs that wait or run, as they go; when one has ended, the lists are read again. */
export function useJobProgress(): readonly JobRun[] {
  const client = useQueryClient();
  const refresh = useRefreshJobs();
  const [runs, setRuns] = useState<readonly JobRun[]>([]);
  useEffect(() => {
    let known = '';
    let events: EventSource;
    let timer: number | undefined;
    function open() {
      events = new EventSource(jobProgressPath);
      // A browser connects again by itself after a broken connection, and not after an answer such as 429.
      events.onerror = () => {
        if (events.readyState !== EventSource.CLOSED) return;
        void refresh();
        timer = window.setTimeout(open, askAgainMilliseconds);
      };
      // Reading the user again brings the sign-in back, or takes Administration away.
      events.addEventListener(streamEndEvent, () => {
        events.close();
        void client.invalidateQueries({ queryKey: userQuery.queryKey });
      });
      events.addEventListener('message', ({ data }) => {
        const open = jobProgressSchema.parse(JSON.parse(data));
        setRuns(open);
        const ids = open.map(({ jobRunId, state }) => `${jobRunId} ${state}`).join();
        if (ids !== known) void refresh();
        known = ids;
      });
    }
    open();
    return () => {
      window.clearTimeout(timer);
      events.close();
    };
  }, [client, refresh]);
  return runs;
}
