import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http';
import { PassThrough, type Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { HttpError } from '../errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** `true` when the body may take any time as long as data arrives. */
    isFeed?: boolean;
  }
}

/** Time limits of request bodies, in milliseconds. */
export const bodyTimeLimits = {
  /** Limit for the whole body of a caller without a session. */
  stranger: 5_000,
  /** Limit for the whole body of a signed-in user. */
  person: 60_000,
  /** Limit for a pause without data in an accepted feed. */
  feedPause: 60_000,
  /**
   * Limit for the rest of a body after its request was answered. During this time, the sender can
   * read the answer.
   */
  afterAnswer: 1_000,
};

export const hasBody = ({
  'content-length': length,
  'transfer-encoding': encoding,
}: IncomingHttpHeaders): boolean =>
  (length !== undefined && length !== '0') || encoding !== undefined;

/**
 * Returns the body as a stream that fails with a 408 error when the time runs out. With
 * `startsAnew`, each chunk restarts the time.
 */
function timedBody(body: Readable, milliseconds: number, startsAnew: boolean): Readable {
  const timed = new PassThrough();
  const timer = setTimeout(() => {
    // Buffered data means that the sender has sent in time and that the reader is slow.
    if (startsAnew && timed.readableLength > 0) timer.refresh();
    else
      timed.destroy(
        new HttpError(408, 'The body of the request arrived too slowly. Send it again.'),
      );
  }, milliseconds);
  if (startsAnew) body.on('data', () => timer.refresh());
  body.on('error', (error) => timed.destroy(error));
  // The stream may have no reader. If it has one, the reader gets the error too.
  timed.on('error', () => undefined);
  timed.once('close', () => clearTimeout(timer));
  body.once('end', () => clearTimeout(timer));
  return body.pipe(timed);
}

/**
 * Limits the time for request bodies. Runs after the hooks that refuse requests, so a refused
 * request has already been answered and is not limited here.
 */
export function limitBodyTimes(
  app: FastifyInstance,
  times: Omit<typeof bodyTimeLimits, 'afterAnswer'> = bodyTimeLimits,
): void {
  app.addHook('preParsing', (request, _, payload, done) => {
    if (!hasBody(request.headers) || request.method === 'GET' || request.method === 'HEAD')
      return done(null, payload);
    const isFeed = request.routeOptions.config?.isFeed === true;
    const inAll = request.user === undefined ? times.stranger : times.person;
    done(null, timedBody(payload, isFeed ? times.feedPause : inAll, isFeed));
  });
}

/** Waits briefly for the rest of the body of an answered request, then closes the connection. */
export function closeUnreadBodyConnections(server: Server): void {
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!hasBody(request.headers)) return;
    response.once('finish', () => {
      if (request.complete) return;
      request.unpipe();
      request.resume();
      const timer = setTimeout(() => request.destroy(), bodyTimeLimits.afterAnswer);
      request.once('close', () => clearTimeout(timer));
    });
  });
}
