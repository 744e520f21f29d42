import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError, FastifyError } from 'fastify';
import { HttpError } from '../errors.ts';

/** Returns the error for a URL that the router cannot parse. */
export const createMalformedUrlError = ({ statusCode = 400 }: FastifyError): HttpError =>
  new HttpError(
    statusCode,
    statusCode === 414 ? 'A part of this URL is too long.' : 'This URL is not encoded correctly.',
  );

const reasons: Record<string, [status: number, text: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive.'],
  HPE_HEADER_OVERFLOW: [431, 'The URL and headers of this request are too long.'],
};

/**
 * Answers a malformed request directly on its connection, then closes the connection. Does nothing
 * when the connection is already closed.
 */
export function answerMalformedRequest({ code }: ConnectionError, socket: Socket): void {
  if (code === 'ECONNRESET' || socket.destroyed) return;
  const [status, text] = reasons[code] ?? [400, 'This request cannot be read.'];
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: text/plain; charset=utf-8',
    `content-length: ${Buffer.byteLength(text)}`,
    'connection: close',
  ];
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${text}`);
  socket.destroySoon();
}
