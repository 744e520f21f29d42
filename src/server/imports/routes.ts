import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Dependencies } from '#server/core/dependencies.ts';
import { forbidden, HttpError, unprocessable } from '#server/core/errors.ts';
import { countAgainstLimit } from '#server/core/http/rate-limits.ts';
import { type RouteInput, route } from '#server/core/http/route.ts';
import { connectedCrmName } from '#server/crm/choose-crm.ts';
import { postIngest } from '#shared/imports/report.ts';
import { type ApiKey, authenticateApiKey } from './api-keys/queries.ts';
import { importNotices } from './check.ts';
import { importCsv } from './import.ts';
import { BodyTooLarge, bodyLimits, readLimitedBodyBytes } from './inflate.ts';
import { ImportRefused } from './reading/import-error.ts';

const callsPerMinute = 60;
const gzipFaults = new Set(['Z_DATA_ERROR', 'Z_BUF_ERROR', 'ERR_STREAM_PREMATURE_CLOSE']);

/** Adds the endpoint for feeds. The request body is CSV, which is read as a stream. */
export function importsRoutes(app: FastifyInstance, { database, clock, env }: Dependencies): void {
  app.noticeSources.push(() => importNotices({ database }));
  app.register(async (feeds) => {
    const keys = new WeakMap<FastifyRequest, ApiKey>();
    feeds.addContentTypeParser(
      /^text\/csv(;|$)/,
      { bodyLimit: bodyLimits.mostBytes },
      async (_: FastifyRequest, body: Readable) => body,
    );
    const rate = feeds.createRateLimit({
      max: callsPerMinute,
      timeWindow: 60_000,
      keyGenerator: (request) => keys.get(request)?.id ?? request.ip,
    });
    feeds.addHook('onRequest', async (request, reply) => {
      const key = await authenticateApiKey(
        database.foreground,
        request.headers.authorization,
        clock(),
      );
      if (key !== undefined) keys.set(request, key);
      await countAgainstLimit(rate, request, 'This API key was used for too many requests.');
      if (key === undefined) {
        reply.header('www-authenticate', 'Bearer');
        throw new HttpError(401, 'Send a valid API key: Authorization: Bearer chairside_…');
      }
      const coding = request.headers['content-encoding'] ?? 'identity';
      if (!['identity', 'gzip'].includes(coding))
        throw new HttpError(415, 'Send the CSV plain or with Content-Encoding: gzip.');
      if (!/^text\/csv(;|$)/i.test(request.headers['content-type'] ?? ''))
        throw new HttpError(415, 'Send the CSV with Content-Type: text/csv.');
    });

    const receive = async ({ params, query, body, request }: RouteInput<typeof postIngest>) => {
      const key = keys.get(request);
      if (!key?.scopes.includes(params.kind))
        throw forbidden(`This key can't send ${params.kind}. Use a key with that permission.`);
      if (!isStream(body)) throw unprocessable('The body is empty.');
      const input = readLimitedBodyBytes(body, request.headers['content-encoding'] === 'gzip');
      try {
        return await importCsv({
          kind: params.kind,
          input,
          source: `key ${key.name}`,
          externalSource: query.source,
          dates: query.dates,
          numbers: query.numbers,
          accept: query.accept,
          repeats: query.repeats,
          entitles: query.entitle,
          database,
          clock,
          timeZone: env.BUSINESS_TIME_ZONE,
          connectedCrm: connectedCrmName(env),
        });
      } catch (error) {
        if (error instanceof BodyTooLarge) throw new HttpError(413, error.message);
        if (error instanceof ImportRefused) throw unprocessable(error.message);
        if (error instanceof Error && 'code' in error && gzipFaults.has(String(error.code)))
          throw unprocessable('The body is cut short or is not gzip.');
        throw error;
      }
    };
    route(feeds, postIngest, receive, { config: { isFeed: true } });
  });
}

const isStream = (body: unknown): body is Readable =>
  typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
