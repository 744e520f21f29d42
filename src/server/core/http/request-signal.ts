import type { FastifyReply } from 'fastify';

/** Returns a signal that aborts when the caller closes the connection, or after the answer. */
export function createRequestSignal({ raw }: FastifyReply): AbortSignal {
  const left = new AbortController();
  raw.once('close', () => left.abort());
  return left.signal;
}
