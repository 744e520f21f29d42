import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { streamEndEvent } from '#shared/core/event-streams.ts';
import type { JobRun } from '#shared/core/jobs/job-runs.ts';
import { activeJobRunsSchema, jobProgressPath } from '#shared/jobs/jobs.ts';
import { userQuery } from '#web/auth/data.ts';
import { useRefetchJobs } from './use-refetch-jobs.ts';

/** Delay in milliseconds before a refused stream is requested again. */
const askAgainMilliseconds = 15_000;

/** Returns the waiting and active runs with live progress. Refreshes the lists when a run ends. */
export function useJobProgress(): readonly JobRun[] {
  const client = useQueryClient();
  const refresh = useRefetchJobs();
  const [runs, setRuns] = useState<readonly JobRun[]>([]);
  useEffect(() => {
    let known = '';
    let events: EventSource;
    let timer: number | undefined;
    function open() {
      events = new EventSource(jobProgressPath);
      // A browser reconnects after a broken connection, but not after an error response such as
      // 429.
      events.onerror = () => {
        if (events.readyState !== EventSource.CLOSED) return;
        void refresh();
        timer = window.setTimeout(open, askAgainMilliseconds);
      };
      // The server ends the stream when the user loses the session or the admin role. Refetching
      // the user then shows the sign-in page or hides Administration.
      events.addEventListener(streamEndEvent, () => {
        events.close();
        void client.invalidateQueries({ queryKey: userQuery.queryKey });
      });
      events.addEventListener('message', ({ data }) => {
        const open = activeJobRunsSchema.parse(JSON.parse(data));
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
