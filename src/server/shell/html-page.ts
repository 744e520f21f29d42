import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';

const encodings = ['br', 'gzip'] as const;
type Encoding = (typeof encodings)[number] | 'identity';

/** One page in every form it is sent in, made once. */
export type HtmlPage = Record<Encoding, { body: Buffer; etag: string }>;

const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) };

export async function prepareHtml(html: string): Promise<HtmlPage> {
  const identity = Buffer.from(html);
  const hash = createHash('sha256').update(identity).digest('base64url').slice(0, 22);
  // Each form has a tag of its own, because a strong tag promises the same bytes.
  const formOf = (encoding: Encoding, body: Buffer) => ({ body, etag: `"${hash}-${encoding}"` });
  const [br, gz] = await Promise.all([compress.br(identity), compress.gzip(identity, { level: 9 })]);
  return { identity: formOf('identity', identity), br: formOf('br', br), gzip: formOf('gzip', gz) };
}

/** Whether the browser already holds what has this tag; a proxy that recompressed it may have made the tag weak. */
function holds(ifNoneMatch: string | undefined, etag: string): boolean {
  const tags = ifNoneMatch?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  return tags.includes('*') || tags.includes(etag);
}

function chosenEncoding(request: FastifyRequest): Encoding {
  const wanted = negotiate(request.headers['accept-encoding']?.toString().toLowerCase() ?? '', [...encodings]);
  return encodings.find((encoding) => encoding === wanted) ?? 'identity';
}

/** Sends the page, or a 304 to a browser that holds it. Its caching and status are set before. */
export function sendHtml(request: FastifyRequest, reply: FastifyReply, page: HtmlPage): FastifyReply {
  const encoding = chosenEncoding(request);
  const { body, etag } = page[encoding];
  const varies = reply.getHeader('vary');
  reply.header('vary', varies === undefined ? 'Accept-Encoding' : `${varies}, Accept-Encoding`).header('etag', etag);
  if (reply.statusCode === 200 && holds(request.headers['if-none-match'], etag)) return reply.code(304).send();
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.type('text/html; charset=utf-8').send(body);
}
