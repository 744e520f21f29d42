import type { FastifyInstance } from 'fastify';
import { clientErrorMaxBytes, postClientError } from '#shared/core/client-errors.ts';
import { route } from '../http/route.ts';

const reportsPerMinute = 10;

/**
 * Replaces control, format and line-separator characters and lone surrogates, so that a log line
 * cannot control a terminal. Line breaks and tabs remain, because the log escapes them as `\n` and
 * `\t`.
 */
const legible = (text: string): string =>
  text.toWellFormed().replace(/(?![\n\t])[\p{Cc}\p{Cf}\u2028\u2029]/gu, '\ufffd');

/**
 * Registers the endpoint that pages report crashes to. Each report becomes one log line with the id
 * shown to the user. Nothing is stored or returned.
 */
export function clientErrorsRoutes(app: FastifyInstance): void {
  const options = {
    bodyLimit: clientErrorMaxBytes,
    config: { rateLimit: { max: reportsPerMinute, timeWindow: '1 minute' } },
  };
  route(
    app,
    postClientError,
    async ({ body: { id, message, stack, page }, request }) => {
      const report = {
        id,
        message: legible(message),
        stack: stack === null ? null : legible(stack),
        page: legible(page),
      };
      request.log.warn(
        { ...report, userId: request.user?.id ?? null },
        'a page crashed in the browser',
      );
      return {};
    },
    options,
  );
}
