import { PassThrough } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { streamEndEvent } from '#shared/core/event-streams.ts';
import type { User } from '#shared/core/user.ts';
import { tooManyRequests } from '../errors.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Reads the user of a session again without counting it as a use; `undefined` once the session
     * or the account has ended.
     */
    readSessionUser?: (cookies: FastifyRequest['cookies']) => Promise<User | undefined>;
  }
  interface FastifyContextConfig {
    /**
     * `true` for a stream of events, which stays open and therefore does not count toward the
     * user's limit of calls.
     */
    isEventStream?: boolean;
  }
}

/**
 * Maximum number of open streams per user in this process. Each open tab that shows progress uses
 * one.
 */
export const maxStreams = 12;
/** Milliseconds between two checks that the users of open streams may still read them. */
const recheckMilliseconds = 10_000;

interface OpenStream {
  stream: PassThrough;
  request: FastifyRequest;
  user: User;
}

/** The streams of one route, each for as long as its user may read it. */
export interface EventStreams {
  /** Number of open streams. */
  readonly count: number;
  /**
   * Answers the request with a stream that begins with `first`. Throws a 429 when the user has too
   * many of them.
   */
  open(request: FastifyRequest, reply: FastifyReply, user: User, first: string): FastifyReply;
  /** Writes the text to every open stream. */
  sendAll(text: string): void;
}

/**
 * Opens streams of events and ends each within seconds after its session or account has ended or
 * its role has changed. All of them are checked together, so that a stream costs no query of its
 * own.
 */
export function eventStreams(app: FastifyInstance): EventStreams {
  const streams = new Set<OpenStream>();
  let timer: NodeJS.Timeout | undefined;

  function end({ stream }: OpenStream, status?: 401 | 403): void {
    // Without a final event, the browser reconnects by itself.
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
      if ([...streams].filter((each) => each.user.id === user.id).length >= maxStreams)
        throw tooManyRequests(
          `You have ${maxStreams} pages open that show progress. Close one of them.`,
          15,
        );
      const open = { stream: new PassThrough(), request, user };
      open.stream.write(first);
      streams.add(open);
      open.stream.once('close', () => streams.delete(open));
      // A HEAD request does not read the stream, so only the response reports its end.
      reply.raw.once('close', () => open.stream.destroy());
      if (timer === undefined) recheckLater();
      // An idle connection of an ended stream would delay the server's shutdown.
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
