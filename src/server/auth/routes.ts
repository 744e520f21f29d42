import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Dependencies } from '#server/core/dependencies.ts';
import { route } from '#server/core/http/route.ts';
import { IdentityUnavailable } from '#server/core/providers/identity.ts';
import {
  buildSignInPath,
  getUser,
  refusedSignInPath,
  sanitizeReturnPath,
  signOutPath,
} from '#shared/auth/auth.ts';
import { buildSignInAttemptCookie } from './cookies.ts';
import { recordAuthEvent } from './queries.ts';
import { hasSecretFormat, newSecret } from './secret.ts';
import { buildSessionCookie, revokeSession } from './session.ts';
import { beginSignIn, finishSignIn, recordSignInRefusal, SignInRefused } from './sign-in.ts';
import { createSignInLimiters } from './sign-in-limits.ts';

const startQuery = z.object({ returnTo: z.string().optional().catch(undefined) });

/** Returns the query string of the request's URL, without parsing it. */
function rawQuery(request: FastifyRequest): string {
  const at = request.url.indexOf('?');
  return at < 0 ? '' : request.url.slice(at + 1);
}

/**
 * Returns the URL on localhost to which a request to 127.0.0.1 is redirected when APP_ORIGIN is on
 * localhost; otherwise `undefined`. The provider redirects to the host of APP_ORIGIN, so the
 * attempt cookie must be set on that host.
 */
function onOwnHost(request: FastifyRequest, appOrigin: string): string | undefined {
  const own = new URL(appOrigin);
  if (own.hostname !== 'localhost' || request.host !== `127.0.0.1:${own.port}`) return undefined;
  return `${own.origin}${request.url}`;
}

export function authRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { env, database, clock, identity, log } = dependencies;
  const startPath = buildSignInPath(env.IDENTITY_PROVIDER);
  const session = buildSessionCookie(env);
  const attempt = buildSignInAttemptCookie(env);
  const limits = createSignInLimiters(app, attempt.name);

  async function refuse(reply: FastifyReply, error: unknown): Promise<FastifyReply> {
    if (!(error instanceof SignInRefused)) throw error;
    log.warn({ reason: error.reason, ...error.detail }, 'sign-in refused');
    if (error.reason !== 'provider_down') await recordSignInRefusal(dependencies, error);
    return reply.redirect(refusedSignInPath(error.reason, error.returnTo), 303);
  }

  app.get(startPath, async (request, reply) => {
    const elsewhere = onOwnHost(request, env.APP_ORIGIN);
    if (elsewhere !== undefined) return reply.redirect(elsewhere);
    await limits.countStart(request);
    const returnTo = sanitizeReturnPath(startQuery.parse(request.query).returnTo);
    // Two tabs that sign in at the same time use the same browser secret. A new secret would break
    // the attempt of the first tab.
    const held = request.cookies[attempt.name];
    const browserSecret = hasSecretFormat(held) ? held : newSecret();
    try {
      const url = await beginSignIn(dependencies, browserSecret, returnTo);
      return reply.setCookie(attempt.name, browserSecret, attempt.options).redirect(url);
    } catch (error) {
      return refuse(reply, error);
    }
  });

  app.get('/auth/callback', async (request, reply) => {
    await limits.refuseAfterFailures(request);
    try {
      const { cookieValue, returnTo } = await finishSignIn(
        dependencies,
        request.cookies[attempt.name],
        rawQuery(request),
      );
      const before = request.cookies[session.name];
      if (hasSecretFormat(before)) await revokeSession(dependencies, before);
      return reply.setCookie(session.name, cookieValue, session.options).redirect(returnTo, 303);
    } catch (error) {
      if (error instanceof SignInRefused && error.reason !== 'provider_down')
        await limits.countFailure(request);
      return refuse(reply, error);
    }
  });

  app.post(signOutPath, async (request, reply) => {
    const value = request.cookies[session.name];
    if (hasSecretFormat(value)) await revokeSession(dependencies, value);
    if (request.user !== undefined)
      await recordAuthEvent(database.foreground, {
        at: clock(),
        userId: request.user.id,
        kind: 'signed_out',
        detail: {},
      });
    const atProvider = await identity.signOutUrl().catch((error: unknown) => {
      if (!(error instanceof IdentityUnavailable)) throw error;
      log.warn({ cause: error.message }, 'signed out here only');
      return null;
    });
    return reply
      .clearCookie(session.name, session.options)
      .header('clear-site-data', '"cache","storage"')
      .send({ redirectTo: atProvider ?? '/' });
  });

  route(app, getUser, async ({ user }) => user);
}
