import { PassThrough } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { streamEndEvent } from '#shared/core/event-streams.ts';
import type { User } from '#shared/core/user.ts';
import { tooManyRequests } from '../errors.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Reads the user of a session again without extending the session. Returns `undefined` once the
     * session or the account has ended.
     */
    readSessionUser?: (cookies: FastifyRequest['cookies']) => Promise<User | undefined>;
  }
  interface FastifyContextConfig {
    /**
     * `true` for a stream of events. A stream stays open, so it does not count toward the limit of
     * the user's active requests.
     */
    isEventStream?: boolean;
  }
}

/**
 * Maximum number of open streams per user in this process. Each open tab that shows progress uses
 * one stream.
 */
export const maxUserEventStreams = 12;
/** Milliseconds between two checks of the sessions and roles of users with open streams. */
const recheckMilliseconds = 10_000;

interface OpenStream {
  stream: PassThrough;
  request: FastifyRequest;
  user: User;
}

/** Open streams of one route. */
export interface EventStreams {
  /** Number of open streams. */
  readonly count: number;
  /**
   * Answers the request with a stream that begins with `first`. Throws a 429 error when the user
   * has too many open streams.
   */
  open(request: FastifyRequest, reply: FastifyReply, user: User, first: string): FastifyReply;
  /** Writes the text to every open stream. */
  sendAll(text: string): void;
}

/**
 * Creates the streams of a route. A stream ends within seconds after the session or the account
 * ends, or after the user's role changes. All streams are checked together, so that a stream needs
 * no queries of its own.
 */
export function createEventStreams(app: FastifyInstance): EventStreams {
  const streams = new Set<OpenStream>();
  let timer: NodeJS.Timeout | undefined;

  function end({ stream }: OpenStream, status?: 401 | 403): void {
    // Without a final event, the browser reconnects automatically.
    stream.end(status === undefined ? undefined : `event: ${streamEndEvent}\ndata: ${status}\n\n`);
  }

  async function recheck(open: OpenStream): Promise<void> {
    try {
      const user = await app.readSessionUser?.(open.request.cookies);
      if (user === undefined) end(open, 401);
      else if (user.role !== open.user.role) end(open, 403);
    } catch (error) {
      app.log.warn({ err: error }, 'could not check who reads a stream of events');
      end(open);
    }
  }

  function recheckLater(): void {
    timer = setTimeout(() => {
      void Promise.all([...streams].map(recheck)).finally(() => {
        timer = undefined;
        if (streams.size > 0) recheckLater();
      });
    }, recheckMilliseconds);
    timer.unref();
  }

  app.addHook('preClose', async () => {
    clearTimeout(timer);
    for (const open of streams) end(open);
  });

  return {
    get count() {
      return streams.size;
    },
    open(request, reply, user, first) {
      if ([...streams].filter((each) => each.user.id === user.id).length >= maxUserEventStreams)
        throw tooManyRequests(
          `You have ${maxUserEventStreams} pages open that show progress. Close one of them.`,
          15,
        );
      const open = { stream: new PassThrough(), request, user };
      open.stream.write(first);
      streams.add(open);
      open.stream.once('close', () => streams.delete(open));
      // A HEAD request does not read the stream, so the end of the response has to close the
      // stream.
      reply.raw.once('close', () => open.stream.destroy());
      if (timer === undefined) recheckLater();
      // An ended stream must close its connection, because an idle connection would delay the
      // server's shutdown.
      const headers = {
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
        connection: 'close',
      };
      return reply.headers(headers).send(open.stream);
    },
    sendAll(text) {
      for (const { stream } of streams) stream.write(text);
    },
  };
}
