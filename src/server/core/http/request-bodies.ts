import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http';
import { PassThrough, type Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { HttpError } from '../errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its body may take any time, for as long as it keeps coming. */
    isFeed?: boolean;
  }
}

/** Milliseconds. */
export const bodyTimes = {
  /** From nobody who is signed in, in all. */
  stranger: 5_000,
  /** From a signed-in person, in all. */
  person: 60_000,
  /** Without a byte from a feed that was let in. */
  feedPause: 60_000,
  /** For the rest of a body after its request was answered, so that the sender can read the answer. */
  afterAnswer: 1_000,
};

export const hasBody = ({ 'content-length': length, 'transfer-encoding': encoding }: IncomingHttpHeaders): boolean =>
  (length !== undefined && length !== '0') || encoding !== undefined;

/** The body, which fails with a 408 when its sender is too slow: in all, or between two parts where each part starts the time anew. */
function timedBody(body: Readable, milliseconds: number, startsAnew: boolean): Readable {
  const timed = new PassThrough();
  const timer = setTimeout(() => {
    // What lies here waits for the reader, not for the sender.
    if (startsAnew && timed.readableLength > 0) timer.refresh();
    else timed.destroy(new HttpError(408, 'The body of the request came too slowly. Send it again.'));
  }, milliseconds);
  if (startsAnew) body.on('data', () => timer.refresh());
  body.on('error', (error) => timed.destroy(error));
  // Nobody may be reading it any more; whoever is hears of it too.
  timed.on('error', () => undefined);
  timed.once('close', () => clearTimeout(timer));
  body.once('end', () => clearTimeout(timer));
  return body.pipe(timed);
}

/** Limits how long the server waits for a body. Who is refused by a hook before has been answered already. */
export function limitBodyTimes(app: FastifyInstance, times: Omit<typeof bodyTimes, 'afterAnswer'> = bodyTimes): void {
  app.addHook('preParsing', (request, _, payload, done) => {
    if (!hasBody(request.headers) || request.method === 'GET' || request.method === 'HEAD') return done(null, payload);
    const isFeed = request.routeOptions.config?.isFeed === true;
    const inAll = request.user === undefined ? times.stranger : times.person;
    done(null, timedBody(payload, isFeed ? times.feedPause : inAll, isFeed));
  });
}

/** Waits a moment for what is still to come of an answered request's body, and then ends the connection. */
export function endUnreadBodies(server: Server): void {
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!hasBody(request.headers)) return;
    response.once('finish', () => {
      if (request.complete) return;
      request.unpipe();
      request.resume();
      const timer = setTimeout(() => request.destroy(), bodyTimes.afterAnswer);
      request.once('close', () => clearTimeout(timer));
    });
  });
}
