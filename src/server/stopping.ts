import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';

/** How long requests under way may still take once the server is stopping. A longer upload is cut off and has to be sent again. */
const requestsMs = 10_000;
/** How long stopping may take in all: less than whoever stops the server waits before killing it. */
const wholeMs = 19_500;

/** Takes no more requests and lets those under way end; past their time their connections are closed. */
export async function closeRequests(app: FastifyInstance): Promise<void> {
  const impatient = setTimeout(() => app.server.closeAllConnections(), requestsMs);
  await app.close();
  clearTimeout(impatient);
}

/** Waits for the end of a stop, and no longer than it may take: what is left then is taken over by another server, as after a kill. */
export async function withinTime(stopped: Promise<void>, log: Pick<FastifyBaseLogger, 'error'>): Promise<void> {
  const isOver = stopped.then(() => true);
  if (await Promise.race([isOver, pause(wholeMs, false, { ref: false })])) return;
  log.error('the server could not stop in time, and ends with work under way');
}
