import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import rateLimit from '@fastify/rate-limit';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import Fastify, { type FastifyError, type FastifyInstance, type FastifySchema } from 'fastify';
import {
  createJsonSchemaTransform,
  hasZodFastifySchemaValidationErrors,
  serializerCompiler,
  validatorCompiler,
} from 'fastify-type-provider-zod';
import { refuseChangesOnClockTrouble } from '#server/auth/clock-refusal.ts';
import { registerIdentityProviderPages } from '#server/auth/provider-pages.ts';
import { registerSessionHook } from '#server/auth/session.ts';
import { DatabaseUnavailable, DiskFull, QueryDeadlineExceeded } from '#server/core/db/database.ts';
import type { Dependencies } from '#server/core/dependencies.ts';
import { HttpError, notFound, tooManyRequests } from '#server/core/errors.ts';
import { compressAnswers } from '#server/core/http/compressed-answers.ts';
import {
  answerMalformedRequest,
  createMalformedUrlError,
} from '#server/core/http/malformed-requests.ts';
import {
  createRateLimitStoreClass,
  type RateLimitStore,
} from '#server/core/http/rate-limit-store.ts';
import { closeUnreadBodyConnections, limitBodyTimes } from '#server/core/http/request-bodies.ts';
import { requireAdmin } from '#server/core/http/route.ts';
import { buildSecurityHeaders } from '#server/core/http/security.ts';
import { startSharingRateLimits } from '#server/core/http/shared-windows.ts';
import { limitUsers } from '#server/core/http/user-limits.ts';
import { measureRequests } from '#server/core/telemetry/measure-requests.ts';
import { setInsightsReferrerPolicy } from '#server/insights/private-address.ts';
import { noIndexHeaders, preventIndexing } from '#server/shell/robots.ts';
import { servePages } from '#server/shell/static.ts';
import { answerPrecompressedLists } from './precompressed-lists.ts';
import { rooms } from './rooms.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** All registered routes, for rules and tests that apply to every route. */
    routeTable: {
      method: string;
      url: string;
      schema: FastifySchema | undefined;
      isForAdmins: boolean;
    }[];
  }
}

/**
 * Builds the server without listening. `pages` is the folder of the built web pages. Without it,
 * the server serves only the API.
 */
export async function buildApp(
  dependencies: Dependencies,
  pages?: string,
  answering = rooms,
): Promise<FastifyInstance> {
  const headers = buildSecurityHeaders(dependencies.env);
  const app = Fastify({
    loggerInstance: dependencies.log,
    bodyLimit: 1024 * 1024,
    // The message of an internal error shows this request id to the user. The id is unique in the
    // log and in the audit log, even after a restart.
    genReqId: () => randomUUID(),
    // Only these proxies may set the client's address. Without this setting, all clients behind a
    // proxy would share one limit per address.
    trustProxy:
      dependencies.env.TRUSTED_PROXIES.length > 0 ? dependencies.env.TRUSTED_PROXIES : false,
    // A client has 10 s to send the headers of a request. `limitBodyTimes` limits the time for the
    // body.
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 5_000 },
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: (error, request, reply) =>
      answerError(
        createMalformedUrlError(error),
        request,
        reply.headers({ ...headers.data, ...noIndexHeaders }),
      ),
    clientErrorHandler: answerMalformedRequest,
    // A logger for each request is created only when requests are logged, because creating it takes
    // time.
    ...(['info', 'debug'].includes(dependencies.env.LOG_LEVEL)
      ? {}
      : { childLoggerFactory: (logger) => logger }),
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(answerError);
  app.setNotFoundHandler(() => {
    throw notFound('This address');
  });

  app.decorate('lists', new Map());
  app.decorate('listSources', new Map());
  app.decorate('rooms', rooms);
  app.decorate('noticeSources', []);
  app.decorate('routeTable', []);
  app.addHook('onRoute', ({ method, url, schema, onRequest }) => {
    const isForAdmins = [onRequest].flat().some((hook) => hook === requireAdmin);
    app.routeTable.push(
      ...[method].flat().map((each) => ({ method: each, url, schema, isForAdmins })),
    );
  });

  if (dependencies.env.METRICS_TOKEN !== undefined) measureRequests(app);
  app.addHook('onRequest', ({ url }, reply, done) => {
    const isData = url.startsWith('/api/') && !url.startsWith('/api/docs');
    reply.headers(isData ? headers.data : headers.page);
    done();
  });
  setInsightsReferrerPolicy(app);
  preventIndexing(app);
  await app.register(cookie);
  const limits: RateLimitStore[] = [];
  await app.register(rateLimit, {
    global: false,
    store: createRateLimitStoreClass(limits),
    errorResponseBuilder: (_, { ttl }) =>
      tooManyRequests('Too many requests from this address.', Math.ceil(ttl / 1000)),
  });
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Chairside',
        version: '1',
        description:
          'A request with a session that changes something states the signed-in user’s id in the header x-chairside-user. Requests with an API key don’t need it.',
      },
    },
    transform: createJsonSchemaTransform({ skipList: ['/api/docs', '/api/docs/*'] }),
  });

  // Only one process can use the embedded database, so it has no other server to share rate limits
  // with.
  if (dependencies.database.engine === 'postgres')
    startSharingRateLimits(app, dependencies, limits);

  refuseChangesOnClockTrouble(app, dependencies.clockGuard);
  registerSessionHook(app, dependencies);
  limitUsers(app);
  limitBodyTimes(app);
  app.addHook('onSend', (request, reply, _, done) => {
    if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control'))
      reply.header('cache-control', 'no-store');
    done();
  });

  compressAnswers(app);

  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: false });
  if (dependencies.identity.pages !== undefined)
    await app.register(registerIdentityProviderPages, dependencies.identity.pages);
  for (const { routes = [] } of answering)
    for (const register of routes) register(app, dependencies);
  answerPrecompressedLists(app, dependencies, { ...headers.data, ...noIndexHeaders });
  closeUnreadBodyConnections(app.server);
  if (pages !== undefined) await app.register(servePages, { ...dependencies, pages });
  return app;
}

/**
 * Answers an error with its status and a plain text. Logs an internal error and hides its details.
 */
function answerError(
  error: FastifyError | HttpError,
  request: Parameters<FastifyInstance['errorHandler']>[1],
  reply: Parameters<FastifyInstance['errorHandler']>[2],
) {
  const logFault = (what: string) =>
    request.server.log.error(
      {
        err: error,
        reqId: request.id,
        route: request.routeOptions.url,
        userId: request.user?.id ?? null,
      },
      what,
    );
  reply.type('text/plain; charset=utf-8');
  if (error instanceof HttpError)
    return reply.headers(error.headers).code(error.status).send(error.message);
  if (hasZodFastifySchemaValidationErrors(error)) {
    const issues = error.validation.map(
      (issue) =>
        `${issue.instancePath.slice(1).replaceAll('/', '.') || error.validationContext}: ${issue.message}`,
    );
    return reply.code(422).send(issues.join('\n'));
  }
  if (error instanceof QueryDeadlineExceeded || error instanceof DatabaseUnavailable) {
    logFault('database');
    if (error instanceof DiskFull)
      return reply
        .code(507)
        .send('The database’s disk is full. Try again after an administrator frees space.');
    const what = error instanceof QueryDeadlineExceeded ? 'is busy' : 'does not answer';
    return reply
      .header('retry-after', '2')
      .code(503)
      .send(`The database ${what}. Please try again in a moment.`);
  }
  const status = error.statusCode ?? 500;
  if (status < 500) return reply.code(status).send(error.message);
  logFault('request failed');
  return reply
    .code(500)
    .send(
      `Something went wrong on our side. Try again. If it happens again, report this request: ${request.id}`,
    );
}
