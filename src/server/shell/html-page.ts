import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';

const encodings = ['br', 'gzip'] as const;
type Encoding = (typeof encodings)[number] | 'identity';

/** HTML page in every encoding in which it can be sent. */
export type EncodedHtmlPage = Record<Encoding, { body: Buffer; etag: string }>;

const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) };

export async function encodeHtmlPage(html: string): Promise<EncodedHtmlPage> {
  const identity = Buffer.from(html);
  const hash = createHash('sha256').update(identity).digest('base64url').slice(0, 22);
  // Each encoding has its own ETag, because a strong ETag identifies exact bytes.
  const formOf = (encoding: Encoding, body: Buffer) => ({ body, etag: `"${hash}-${encoding}"` });
  const [br, gz] = await Promise.all([
    compress.br(identity),
    compress.gzip(identity, { level: 9 }),
  ]);
  return { identity: formOf('identity', identity), br: formOf('br', br), gzip: formOf('gzip', gz) };
}

/**
 * Returns `true` when `If-None-Match` contains the ETag. A weak ETag matches too, because a proxy
 * that recompresses a response makes its ETag weak.
 */
function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  const tags = ifNoneMatch?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  return tags.includes('*') || tags.includes(etag);
}

function chosenEncoding(request: FastifyRequest): Encoding {
  const preferred = negotiate(request.headers['accept-encoding']?.toString().toLowerCase() ?? '', [
    ...encodings,
  ]);
  return encodings.find((encoding) => encoding === preferred) ?? 'identity';
}

/**
 * Sends the page, or a 304 response when the browser already has it. The caller must set the status
 * and the cache headers first.
 */
export function sendHtml(
  request: FastifyRequest,
  reply: FastifyReply,
  page: EncodedHtmlPage,
): FastifyReply {
  const encoding = chosenEncoding(request);
  const { body, etag } = page[encoding];
  const varies = reply.getHeader('vary');
  reply
    .header('vary', varies === undefined ? 'Accept-Encoding' : `${varies}, Accept-Encoding`)
    .header('etag', etag);
  if (reply.statusCode === 200 && matchesEtag(request.headers['if-none-match'], etag))
    return reply.code(304).send();
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.type('text/html; charset=utf-8').send(body);
}
