import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';

/**
 * Milliseconds that active requests get after the server starts to stop. A longer upload is cut off
 * and has to be sent again.
 */
const requestsMs = 10_000;
/**
 * Maximum duration of a shutdown in milliseconds. Most service managers wait longer than this
 * before they kill a process.
 */
const wholeMs = 19_500;

/**
 * Stops accepting requests and waits for active requests. After `requestsMs`, closes their
 * connections.
 */
export async function drainRequests(app: FastifyInstance): Promise<void> {
  const impatient = setTimeout(() => app.server.closeAllConnections(), requestsMs);
  await app.close();
  clearTimeout(impatient);
}

/**
 * Waits until the server has stopped, at most `wholeMs`. If active work remains after that, another
 * server takes it over.
 */
export async function waitForLimitedShutdown(
  stopped: Promise<void>,
  log: Pick<FastifyBaseLogger, 'error'>,
): Promise<void> {
  const isOver = stopped.then(() => true);
  if (await Promise.race([isOver, pause(wholeMs, false, { ref: false })])) return;
  log.error('the server could not stop in time and ends with active work');
}
