import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';

/**
 * Time that active requests get once the server is stopping, in milliseconds. A longer upload is
 * cut off and has to be sent again.
 */
const requestsMs = 10_000;
/**
 * Maximum duration of a shutdown, in milliseconds; shorter than the usual time before a service
 * manager kills the process.
 */
const wholeMs = 19_500;

/**
 * Stops accepting requests and waits for the active ones; closes their connections after
 * `requestsMs`.
 */
export async function closeRequests(app: FastifyInstance): Promise<void> {
  const impatient = setTimeout(() => app.server.closeAllConnections(), requestsMs);
  await app.close();
  clearTimeout(impatient);
}

/**
 * Waits for a shutdown, at most `wholeMs`. Work left then is taken over by another server, as after
 * a kill.
 */
export async function limitShutdown(
  stopped: Promise<void>,
  log: Pick<FastifyBaseLogger, 'error'>,
): Promise<void> {
  const isOver = stopped.then(() => true);
  if (await Promise.race([isOver, pause(wholeMs, false, { ref: false })])) return;
  log.error('the server could not stop in time and ends with active work');
}
