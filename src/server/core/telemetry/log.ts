import Fastify, { type FastifyBaseLogger } from 'fastify';
import type { Env } from '#server/env.ts';

/** Of an address only the path: what is behind it may be a sign-in's code or a link's signature. */
const pathOf = (url: string) => url.replace(/\?.*/s, '');

/** Lines of JSON with a level, a time and, where a request or a job is spoken of, its id. */
export function createLog(level: Env['LOG_LEVEL'], stream: { write(line: string): void } = process.stdout): FastifyBaseLogger {
  const serializers = {
    req: ({ method, url, ip }: { method: string; url: string; ip: string }) => ({ method, url: pathOf(url), remoteAddress: ip }),
  };
  return Fastify({ logger: { level, stream, serializers } }).log;
}
