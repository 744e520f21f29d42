import { PassThrough } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { jobProgressPath } from '#shared/core/jobs/job-runs.ts';
import type { Dependencies } from '../dependencies.ts';
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
  const watching = new Set<PassThrough>();
  let last = '';
  let quiet = 0;
  let isLooking = false;
  let timer: NodeJS.Timeout | undefined;

  function sendAll(text: string): void {
    for (const stream of watching) stream.write(text);
  }

  async function look(): Promise<void> {
    const text = JSON.stringify((await openRuns(database.foreground)).map(toJobRun));
    quiet = text === last ? quiet + 1 : 0;
    if (text !== last) sendAll(`data: ${text}\n\n`);
    else if (quiet % quietLooks === 0) sendAll(': still here\n\n');
    last = text;
  }

  function lookLater(): void {
    timer = setTimeout(() => {
      look()
        .catch((error: unknown) => log.warn({ err: error }, 'progress of jobs'))
        .finally(() => {
          isLooking = watching.size > 0;
          if (isLooking) lookLater();
          // What the last watcher saw is old news to the next one.
          else last = '';
        });
    }, lookMilliseconds);
    timer.unref();
  }

  const schema = { summary: 'The runs that wait or run, as server-sent events' };
  app.get(jobProgressPath, { onRequest: requireRole('admin'), schema }, (_, reply) => {
    const stream = new PassThrough();
    stream.write(`data: ${last === '' ? '[]' : last}\n\n`);
    watching.add(stream);
    stream.once('close', () => watching.delete(stream));
    // The last look of a page that was just left may still be on its way.
    if (!isLooking) lookLater();
    isLooking = true;
    return reply.headers({ 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' }).send(stream);
  });

  app.addHook('preClose', async () => {
    clearTimeout(timer);
    for (const stream of watching) stream.end();
  });
}
