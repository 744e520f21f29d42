import type { FastifyInstance } from 'fastify';
import { clientErrorMostBytes, postClientError } from '#shared/core/client-errors.ts';
import { route } from './http/route.ts';

const reportsPerMinute = 10;

/**
 * Without the signs that a terminal obeys or a reader does not see: controls, line separators, halves of signs and
 * those that turn the direction of writing. Line breaks and tabs stay, because the log writes them as `\n` and `\t`.
 */
const legible = (text: string): string => text.toWellFormed().replace(/(?![\n\t])[\p{Cc}\p{Cf}\u2028\u2029]/gu, '\ufffd');

/** Crashes of pages become one line of the log each, under the id that the person sees; nothing is kept or told back. */
export function clientErrorsRoutes(app: FastifyInstance): void {
  const options = {
    bodyLimit: clientErrorMostBytes,
    config: { rateLimit: { max: reportsPerMinute, timeWindow: '1 minute' } },
  };
  route(
    app,
    postClientError,
    async ({ body: { id, message, stack, page }, request }) => {
      const said = { id, message: legible(message), stack: stack === null ? null : legible(stack), page: legible(page) };
      request.log.warn({ ...said, userId: request.user?.id ?? null }, 'a page broke in the browser');
      return {};
    },
    options,
  );
}
