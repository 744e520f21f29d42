import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Queries } from '#server/core/db/database.ts';
import type { Dependencies } from '#server/core/dependencies.ts';
import type { Env } from '#server/core/env/env.ts';
import { conflict, forbidden, HttpError, unauthenticated } from '#server/core/errors.ts';
import { hasBody } from '#server/core/http/request-bodies.ts';
import type { Room } from '#server/core/registry.ts';
import { anotherUserText, pageUserHeader, type User } from '#shared/core/user.ts';
import { type Cookie, hostCookie } from './cookies.ts';
import { findSession, insertSession, markSessionRevoked, updateSessionLastUse } from './queries.ts';
import {
  isSessionAlive,
  requestRejectionStatus,
  sessionLastUseUpdateIntervalMs,
  sessionLifetimeMs,
} from './rules.ts';
import { hashSecret, hasSecretFormat, newSecret } from './secret.ts';
import { SessionCache } from './session-cache.ts';

const caches = new WeakMap<Queries, SessionCache>();

function cacheOf(queries: Queries): SessionCache {
  const cache = caches.get(queries) ?? new SessionCache();
  caches.set(queries, cache);
  return cache;
}

type SessionStore = Pick<Dependencies, 'database' | 'clock'>;

export const buildSessionCookie = (env: Env): Cookie => hostCookie(env, 'sid', sessionLifetimeMs);

/** Creates a session and returns the value of its cookie. Only the hash of this value is stored. */
export async function createSession(
  { database, clock }: SessionStore,
  userId: string,
): Promise<string> {
  const secret = newSecret();
  await insertSession(database.foreground, hashSecret(secret), userId, clock());
  return secret;
}

export async function revokeSession(
  { database, clock }: SessionStore,
  cookieValue: string,
): Promise<void> {
  const sessionHash = hashSecret(cookieValue);
  await markSessionRevoked(database.foreground, sessionHash, clock());
  cacheOf(database.foreground).evict(sessionHash);
}

export async function endSessions(
  { database, clock }: SessionStore,
  sessionHashes: readonly string[],
): Promise<void> {
  for (const sessionHash of sessionHashes)
    await markSessionRevoked(database.foreground, sessionHash, clock());
  removeCachedSessions({ database }, sessionHashes);
}

/** Removes the sessions of a changed user from the cache. */
export function removeCachedSessions(
  { database }: Pick<SessionStore, 'database'>,
  sessionHashes: readonly string[],
): void {
  for (const sessionHash of sessionHashes) cacheOf(database.foreground).evict(sessionHash);
}

export type SessionDependencies = SessionStore & Pick<Dependencies, 'env' | 'clockGuard'>;

type Cookies = Record<string, string | undefined>;

const mostHashes = 1_000;
const hashes = new Map<string, string>();

/**
 * Returns the hash of a cookie value. Recent hashes are cached, because hashing would otherwise
 * take a tenth of the time of a fast request.
 */
function hashOf(value: string): string {
  const known = hashes.get(value);
  if (known !== undefined) return known;
  if (hashes.size >= mostHashes) hashes.clear();
  const sessionHash = hashSecret(value);
  hashes.set(value, sessionHash);
  return sessionHash;
}

/** Returns the hash of the session in the cookies; `undefined` without a session. */
export function sessionHashFromCookies(
  { env }: Pick<SessionDependencies, 'env'>,
  cookies: Cookies,
): string | undefined {
  const value = cookies[buildSessionCookie(env).name];
  return hasSecretFormat(value) ? hashOf(value) : undefined;
}

/**
 * Looks up the session of a request's cookies. Uses the cache unless the time of the session's last
 * use has to be updated.
 */
function lookUp(sessions: SessionDependencies, cookies: Cookies) {
  const sessionHash = sessionHashFromCookies(sessions, cookies);
  if (sessionHash === undefined) return undefined;
  const now = sessions.clock();
  const session = cacheOf(sessions.database.foreground).get(sessionHash, now);
  const isFresh =
    session !== undefined &&
    now.getTime() - session.lastSeenAt.getTime() < sessionLastUseUpdateIntervalMs;
  return { sessionHash, now, fresh: isFresh ? session : undefined };
}

/**
 * Returns the user of the session if the session can be read from the cache. Returns `undefined`
 * without a session, and for a session that has to be read from the database.
 */
export function cachedSessionUser(
  sessions: SessionDependencies,
  cookies: Cookies,
): User | undefined {
  const { fresh, now } = lookUp(sessions, cookies) ?? {};
  return fresh !== undefined && now !== undefined && isSessionAlive(fresh, now)
    ? fresh.user
    : undefined;
}

/**
 * Returns the user of a session. Returns synchronously for a cached session, so that most requests
 * do not wait.
 */
function findUser(
  sessions: SessionDependencies,
  cookies: Cookies,
): User | undefined | Promise<User | undefined> {
  const found = lookUp(sessions, cookies);
  if (found === undefined) return undefined;
  if (found.fresh !== undefined)
    return isSessionAlive(found.fresh, found.now) ? found.fresh.user : undefined;
  return readUser(sessions, found.sessionHash, found.now);
}

async function readUser(
  { database, env, clockGuard }: SessionDependencies,
  sessionHash: string,
  now: Date,
): Promise<User | undefined> {
  const cache = cacheOf(database.foreground);
  const session =
    cache.get(sessionHash, now) ??
    (await cache.read(sessionHash, now, () =>
      findSession(database.foreground, sessionHash, env.ADMIN_EMAILS),
    ));
  if (session === undefined || !isSessionAlive(session, now)) return undefined;
  // While this server's clock is wrong, `lastSeenAt` is not saved. With a wrong time, other servers
  // would end the session.
  if (
    now.getTime() - session.lastSeenAt.getTime() >= sessionLastUseUpdateIntervalMs &&
    clockGuard.trouble?.kind !== 'apart'
  ) {
    session.lastSeenAt = now;
    await updateSessionLastUse(database.foreground, sessionHash, now);
  }
  return session.user;
}

/**
 * Returns the user of a session that is still valid. Does not count as a use of the session, so an
 * open stream does not extend its idle time.
 */
async function readUserAgain(
  sessions: SessionDependencies,
  cookies: Cookies,
): Promise<User | undefined> {
  const { database, env } = sessions;
  const { sessionHash, now } = lookUp(sessions, cookies) ?? {};
  if (sessionHash === undefined || now === undefined) return undefined;
  const cache = cacheOf(database.foreground);
  const session = await cache.read(sessionHash, now, () =>
    findSession(database.foreground, sessionHash, env.ADMIN_EMAILS),
  );
  return session !== undefined && isSessionAlive(session, now) ? session.user : undefined;
}

/** Returns `true` for a signed-in user. Public pages show more to signed-in users. */
export async function isSignedIn(
  sessions: SessionDependencies,
  request: FastifyRequest,
): Promise<boolean> {
  return (await findUser(sessions, request.cookies)) !== undefined;
}

const under = (path: string, root: string): boolean => path === root || path.startsWith(`${root}/`);

/** Paths for which rooms relax the session check or the origin check. */
interface PathRules {
  publicPaths: ReadonlySet<string>;
  ownProofPaths: ReadonlySet<string>;
  bodyTypes: ReadonlyMap<string, string>;
}

const pathRulesOf = (rooms: readonly Room[]): PathRules => ({
  publicPaths: new Set(rooms.flatMap(({ publicPaths = [] }) => publicPaths)),
  ownProofPaths: new Set(rooms.flatMap(({ ownProofPaths = [] }) => ownProofPaths)),
  bodyTypes: new Map(rooms.flatMap(({ bodyTypes = {} }) => Object.entries(bodyTypes))),
});

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

function refuseForeign(
  request: FastifyRequest,
  appOrigin: string,
  { ownProofPaths, bodyTypes }: PathRules,
): void {
  if (safeMethods.has(request.method) || ownProofPaths.has(request.routeOptions.url ?? '')) return;
  const { 'sec-fetch-site': site, 'content-type': contentType, origin } = request.headers;
  const secFetchSite = Array.isArray(site) ? site.join() : site;
  const bodyType = bodyTypes.get(request.routeOptions.url ?? '');
  const verdict = requestRejectionStatus(
    { secFetchSite, origin, contentType, hasBody: hasBody(request.headers) },
    appOrigin,
    bodyType,
  );
  if (verdict === 403)
    throw forbidden(
      'This request did not come from a page of this site. Reload the page and try again.',
    );
  if (verdict === 415)
    throw new HttpError(415, `Send the body as ${bodyType ?? 'application/json'}.`);
}

/**
 * Returns the error for a state-changing request that lacks the page's user or states another user
 * than `user`; `undefined` otherwise. The error's header with the signed-in user's id marks it as a
 * user mismatch.
 */
function findPageUserError(request: FastifyRequest, user: User): HttpError | undefined {
  const stated = request.headers[pageUserHeader];
  if (safeMethods.has(request.method) || stated === user.id) return undefined;
  if (stated === undefined)
    return new HttpError(
      400,
      `Send the id of the signed-in user in the header ${pageUserHeader}. On a page, reload it and try again.`,
    );
  const { status, message } = conflict(anotherUserText(user));
  return new HttpError(status, message, { [pageUserHeader]: user.id });
}

/**
 * Adds the hook that identifies the user. The hook requires a session for paths below /api, rejects
 * requests from other sites, and rejects changes from a page of another user.
 */
export function registerSessionHook(app: FastifyInstance, sessions: SessionDependencies): void {
  const pathRules = pathRulesOf(app.rooms);
  app.decorateRequest('user', undefined);
  app.decorate('readSessionUser', (cookies: Cookies) => readUserAgain(sessions, cookies));
  const appOrigin = new URL(sessions.env.APP_ORIGIN).origin;
  app.addHook('onRequest', (request, reply, done) => {
    refuseForeign(request, appOrigin, pathRules);
    // The router decodes URLs before it matches them, so the path of the matched route is checked.
    // Without a route, the URL itself is checked.
    const path = request.routeOptions.url ?? request.url;
    const isApi = under(path, '/api') || under(request.url, '/api');
    if (!isApi && !under(path, '/auth')) return done();
    reply.header('cache-control', 'no-store');
    const enter = (user: User | undefined) => {
      request.user = user;
      if (!isApi || pathRules.publicPaths.has(path)) return done();
      done(user === undefined ? unauthenticated() : findPageUserError(request, user));
    };
    const user = findUser(sessions, request.cookies);
    if (user instanceof Promise) user.then(enter, done);
    else enter(user);
  });
}
