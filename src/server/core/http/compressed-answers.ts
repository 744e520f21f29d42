import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyInstance } from 'fastify';

/**
 * Minimum length of an answer that is compressed. A shorter answer fits into the first network
 * packets.
 */
const worthwhile = 1_000;
/**
 * Compression level of Brotli. A stronger compression would take longer than building the answer.
 */
const quality = 4;
const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) };

/** Compresses JSON answers. Lists that are already compressed are sent unchanged. */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const type = reply.getHeader('content-type')?.toString() ?? '';
    if (
      typeof payload !== 'string' ||
      payload.length < worthwhile ||
      !type.startsWith('application/json')
    )
      return payload;
    if (reply.hasHeader('content-encoding') || request.method === 'HEAD') return payload;
    const varies = reply.getHeader('vary');
    reply.header('vary', varies === undefined ? 'Accept-Encoding' : `${varies}, Accept-Encoding`);
    const encoding = negotiate(request.headers['accept-encoding']?.toString().toLowerCase() ?? '', [
      'br',
      'gzip',
    ]);
    if (encoding !== 'br' && encoding !== 'gzip') return payload;
    reply.header('content-encoding', encoding).removeHeader('content-length');
    return encoding === 'br'
      ? compress.br(payload, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: quality,
            [constants.BROTLI_PARAM_SIZE_HINT]: payload.length,
          },
        })
      : compress.gzip(payload);
  });
}
