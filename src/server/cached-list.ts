import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from './dependencies.ts';

interface CachedList<Answer> {
  answer: Answer;
  etag: string;
  json: Buffer;
  gzip: Buffer;
  brotli: Buffer;
}

const checkEveryMilliseconds = 1000;
const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

async function compressed<Answer>(answer: Answer): Promise<CachedList<Answer>> {
  const json = Buffer.from(JSON.stringify(answer));
  const [brotli, gzipped] = await Promise.all([
    compressBrotli(json, { params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: json.length } }),
    compressGzip(json),
  ]);
  return { answer, etag: `"${createHash('sha256').update(json).digest('base64url').slice(0, 22)}"`, json, gzip: gzipped, brotli };
}

/**
 * A long answer that is the same for everyone, built once per change and compressed once. The version is asked for at most once
 * a second; while a newer list is being built, everyone waits for that one build.
 */
export function cachedList<Answer>(
  clock: Clock,
  readVersion: () => Promise<string>,
  build: () => Promise<Answer>,
): () => Promise<CachedList<Answer>> | CachedList<Answer> {
  let current: { version: string; list: CachedList<Answer> } | undefined;
  let checkedAt = 0;
  let refreshing: Promise<CachedList<Answer>> | undefined;

  async function refresh(): Promise<CachedList<Answer>> {
    const version = await readVersion();
    if (current?.version !== version) current = { version, list: await compressed(await build()) };
    checkedAt = clock().getTime();
    return current.list;
  }

  return () => {
    if (current !== undefined && Math.abs(clock().getTime() - checkedAt) < checkEveryMilliseconds) return current.list;
    refreshing ??= refresh().finally(() => {
      refreshing = undefined;
    });
    return refreshing;
  };
}

/** Without a promise where the list is there: these are the answers that are asked for most. */
export function sendCachedList(
  request: FastifyRequest,
  reply: FastifyReply,
  list: CachedList<unknown> | Promise<CachedList<unknown>>,
): FastifyReply | Promise<FastifyReply> {
  return list instanceof Promise ? list.then((built) => send(request, reply, built)) : send(request, reply, list);
}

function send(request: FastifyRequest, reply: FastifyReply, list: CachedList<unknown>): FastifyReply {
  reply.header('etag', list.etag).header('cache-control', 'private, no-cache').header('vary', 'Accept-Encoding, Cookie');
  if (request.headers['if-none-match'] === list.etag) return reply.code(304).send();
  reply.header('content-type', 'application/json; charset=utf-8');
  const accepted = request.headers['accept-encoding'] ?? '';
  if (/\bbr\b/.test(accepted)) return reply.header('content-encoding', 'br').send(list.brotli);
  if (/\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(list.gzip);
  return reply.send(list.json);
}
