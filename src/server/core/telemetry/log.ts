import Fastify, { type FastifyBaseLogger } from 'fastify';
import type { Env } from '../env/env.ts';

/**
 * Removes the query string of a URL, which may contain a sign-in code or the signature of a link.
 */
const pathOf = (url: string) => url.replace(/\?.*/s, '');

/** Creates the log. Each line is JSON with a level, a time and the id of the request or job. */
export function createLogger(
  level: Env['LOG_LEVEL'],
  stream: { write(line: string): void } = process.stdout,
): FastifyBaseLogger {
  const serializers = {
    req: ({ method, url, ip }: { method: string; url: string; ip: string }) => ({
      method,
      url: pathOf(url),
      remoteAddress: ip,
    }),
  };
  return Fastify({ logger: { level, stream, serializers } }).log;
}
