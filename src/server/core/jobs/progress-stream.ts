import type { FastifyInstance } from 'fastify';
import { jobProgressPath } from '#shared/core/jobs/job-runs.ts';
import type { Dependencies } from '../dependencies.ts';
import { unauthenticated } from '../errors.ts';
import { eventStreams } from '../http/event-streams.ts';
import { requireRole } from '../http/route.ts';
import { toJobRun } from './run.ts';
import { openRuns } from './status-queries.ts';

const lookMilliseconds = 1_000;
/** A proxy closes a connection over which nothing comes for a minute. */
const quietLooks = 20;

/**
 * Streams the runs that wait or run to every page that watches. One look a second serves them all, and asks the database, so that the
 * runs of other servers are among them.
 */
export function progressStream(app: FastifyInstance, { database, log }: Dependencies): void {
  const streams = eventStreams(app);
  let last = '';
  let quiet = 0;
  let isLooking = false;
  let timer: NodeJS.Timeout | undefined;

  async function look(): Promise<void> {
    const text = JSON.stringify((await openRuns(database.foreground)).map(toJobRun));
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
          // What the last watcher saw is old news to the next one.
          else last = '';
        });
    }, lookMilliseconds);
    timer.unref();
  }

  const schema = { summary: 'The runs that wait or run, as server-sent events' };
  const config = { isEventStream: true };
  app.get(jobProgressPath, { onRequest: requireRole('admin'), schema, config }, (request, reply) => {
    if (request.user === undefined) throw unauthenticated();
    const answer = streams.open(request, reply, request.user, `data: ${last === '' ? '[]' : last}\n\n`);
    // The last look of a page that was just left may still be on its way.
    if (!isLooking) lookLater();
    isLooking = true;
    return answer;
  });

  app.addHook('preClose', async () => clearTimeout(timer));
}
