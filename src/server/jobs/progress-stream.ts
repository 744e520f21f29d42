import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#server/core/dependencies.ts';
import { unauthenticated } from '#server/core/errors.ts';
import { createEventStreams } from '#server/core/http/event-streams.ts';
import { createRoleCheckHooks } from '#server/core/http/route.ts';
import { toJobRun } from '#server/core/jobs/run.ts';
import { findQueuedAndActiveRuns } from '#server/core/jobs/status-queries.ts';
import { jobProgressPath } from '#shared/jobs/jobs.ts';

const lookMilliseconds = 1_000;
/**
 * Number of checks without a change after which a comment line is sent to keep the connection open.
 * Proxies close connections that are silent for a minute.
 */
const quietLooks = 20;

/**
 * Streams the queued and running runs to all pages that watch them. A single check per second
 * serves all pages. It reads the database, so it includes runs of other servers.
 */
export function registerJobProgressStream(
  app: FastifyInstance,
  { database, jobs, log }: Dependencies,
): void {
  const streams = createEventStreams(app);
  let last = '';
  let quiet = 0;
  let isLooking = false;
  let timer: NodeJS.Timeout | undefined;

  async function look(): Promise<void> {
    const runs = await findQueuedAndActiveRuns(database.foreground);
    const jobOf = (run: { job: string }) => jobs.known.find(({ name }) => name === run.job);
    const text = JSON.stringify(runs.map((run) => toJobRun(run, jobOf(run))));
    quiet = text === last ? quiet + 1 : 0;
    if (text !== last) streams.sendAll(`data: ${text}\n\n`);
    else if (quiet % quietLooks === 0) streams.sendAll(': still here\n\n');
    last = text;
  }

  function lookLater(): void {
    timer = setTimeout(() => {
      look()
        .catch((error: unknown) => log.warn({ err: error }, 'progress of jobs'))
        .finally(() => {
          isLooking = streams.count > 0;
          if (isLooking) lookLater();
          // The last page was closed. Forgetting the sent text makes sure that the next page gets
          // the current runs, even if they are unchanged.
          else last = '';
        });
    }, lookMilliseconds);
    timer.unref();
  }

  const schema = { summary: 'Queued and active job runs, as server-sent events' };
  const config = { isEventStream: true };
  app.get(
    jobProgressPath,
    { onRequest: createRoleCheckHooks('admin'), schema, config },
    (request, reply) => {
      if (request.user === undefined) throw unauthenticated();
      const answer = streams.open(
        request,
        reply,
        request.user,
        `data: ${last === '' ? '[]' : last}\n\n`,
      );
      // The last check for a page that was just closed may still be pending.
      if (!isLooking) lookLater();
      isLooking = true;
      return answer;
    },
  );

  app.addHook('preClose', async () => clearTimeout(timer));
}
