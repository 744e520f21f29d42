import Fastify, { type FastifyBaseLogger } from 'fastify';
import type { Env } from '../env/env.ts';

/** Removes the query of a URL, which may hold a sign-in code or a link's signature. */
const pathOf = (url: string) => url.replace(/\?.*/s, '');

/** Creates the log: lines of JSON with a level, a time and the id of the request or job. */
export function createLog(
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
