import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Queries } from '#server/core/db/database.ts';
import type { Dependencies } from '#server/core/dependencies.ts';
import { forbidden, HttpError, unauthenticated } from '#server/core/errors.ts';
import { hasBody } from '#server/core/http/request-bodies.ts';
import type { Room } from '#server/core/registry.ts';
import type { Env } from '#server/env.ts';
import type { User } from '#shared/core/user.ts';
import { type Cookie, hostCookie } from './cookies.ts';
import { findSession, insertSession, markRevoked, touchSession } from './queries.ts';
import { isSessionAlive, judgeOrigin, sessionLife, sessionTouch } from './rules.ts';
import { hashSecret, looksLikeSecret, newSecret } from './secret.ts';
import { SessionCache } from './session-cache.ts';

const caches = new WeakMap<Queries, SessionCache>();

function cacheOf(queries: Queries): SessionCache {
  const cache = caches.get(queries) ?? new SessionCache();
  caches.set(queries, cache);
  return cache;
}

type SessionStore = Pick<Dependencies, 'database' | 'clock'>;

export const sessionCookie = (env: Env): Cookie => hostCookie(env, 'sid', sessionLife);

/** Answers the value for the cookie; only its hash is kept. */
export async function createSession({ database, clock }: SessionStore, userId: string): Promise<string> {
  const secret = newSecret();
  await insertSession(database.foreground, hashSecret(secret), userId, clock());
  return secret;
}

export async function revokeSession({ database, clock }: SessionStore, cookieValue: string): Promise<void> {
  const sessionHash = hashSecret(cookieValue);
  await markRevoked(database.foreground, sessionHash, clock());
  cacheOf(database.foreground).evict(sessionHash);
}

/** Ends sessions by the hashes that they are kept under. */
export async function endSessions({ database, clock }: SessionStore, sessionHashes: readonly string[]): Promise<void> {
  for (const sessionHash of sessionHashes) await markRevoked(database.foreground, sessionHash, clock());
  forgetSessions({ database }, sessionHashes);
}

/** Has sessions that were read a moment ago read again, because their person has changed. */
export function forgetSessions({ database }: Pick<SessionStore, 'database'>, sessionHashes: readonly string[]): void {
  for (const sessionHash of sessionHashes) cacheOf(database.foreground).evict(sessionHash);
}

export type Sessions = SessionStore & Pick<Dependencies, 'env' | 'clockGuard'>;

type Cookies = Record<string, string | undefined>;

const mostHashes = 1_000;
const hashes = new Map<string, string>();

/** A person's requests all bring the same cookie: hashing it again is a tenth of the work of an answer that is ready. */
function hashOf(value: string): string {
  const known = hashes.get(value);
  if (known !== undefined) return known;
  if (hashes.size >= mostHashes) hashes.clear();
  const sessionHash = hashSecret(value);
  hashes.set(value, sessionHash);
  return sessionHash;
}

/** What the session of these cookies is kept under; undefined without one. */
export function sessionHashOf({ env }: Pick<Sessions, 'env'>, cookies: Cookies): string | undefined {
  const value = cookies[sessionCookie(env).name];
  return looksLikeSecret(value) ? hashOf(value) : undefined;
}

/** What a request's cookies say, and the session they name where it was read a moment ago and need not be touched. */
function lookUp(sessions: Sessions, cookies: Cookies) {
  const sessionHash = sessionHashOf(sessions, cookies);
  if (sessionHash === undefined) return undefined;
  const now = sessions.clock();
  const session = cacheOf(sessions.database.foreground).get(sessionHash, now);
  const isFresh = session !== undefined && now.getTime() - session.lastSeenAt.getTime() < sessionTouch;
  return { sessionHash, now, fresh: isFresh ? session : undefined };
}

/** The person of a session that was read a moment ago; undefined for nobody, and where the database would have to be asked. */
export function userAtHand(sessions: Sessions, cookies: Cookies): User | undefined {
  const { fresh, now } = lookUp(sessions, cookies) ?? {};
  return fresh !== undefined && now !== undefined && isSessionAlive(fresh, now) ? fresh.user : undefined;
}

/** Answers at once for a session that was read a moment ago: most requests need not wait for anything. */
function findUser(sessions: Sessions, cookies: Cookies): User | undefined | Promise<User | undefined> {
  const found = lookUp(sessions, cookies);
  if (found === undefined) return undefined;
  if (found.fresh !== undefined) return isSessionAlive(found.fresh, found.now) ? found.fresh.user : undefined;
  return readUser(sessions, found.sessionHash, found.now);
}

async function readUser({ database, env, clockGuard }: Sessions, sessionHash: string, now: Date): Promise<User | undefined> {
  const cache = cacheOf(database.foreground);
  const session =
    cache.get(sessionHash, now) ??
    (await cache.read(sessionHash, now, () => findSession(database.foreground, sessionHash, env.ADMIN_EMAILS)));
  if (session === undefined || !isSessionAlive(session, now)) return undefined;
  // Other servers would end the session because of a wrong time.
  if (now.getTime() - session.lastSeenAt.getTime() >= sessionTouch && clockGuard.trouble?.kind !== 'apart') {
    session.lastSeenAt = now;
    await touchSession(database.foreground, sessionHash, now);
  }
  return session.user;
}

/** Returns the user of a session that is still valid. An open stream does not count as use, so the idle time continues. */
async function readUserAgain(sessions: Sessions, cookies: Cookies): Promise<User | undefined> {
  const { database, env } = sessions;
  const { sessionHash, now } = lookUp(sessions, cookies) ?? {};
  if (sessionHash === undefined || now === undefined) return undefined;
  const cache = cacheOf(database.foreground);
  const session = await cache.read(sessionHash, now, () => findSession(database.foreground, sessionHash, env.ADMIN_EMAILS));
  return session !== undefined && isSessionAlive(session, now) ? session.user : undefined;
}

/** For a page that a stranger may see too, and that says more to somebody signed in. */
export async function isSignedIn(sessions: Sessions, request: FastifyRequest): Promise<boolean> {
  return (await findUser(sessions, request.cookies)) !== undefined;
}

const under = (path: string, root: string): boolean => path === root || path.startsWith(`${root}/`);

/** Exceptions that the rooms declare, by the paths of their routes. */
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

function refuseForeign(request: FastifyRequest, appOrigin: string, { ownProofPaths, bodyTypes }: PathRules): void {
  if (safeMethods.has(request.method) || ownProofPaths.has(request.routeOptions.url ?? '')) return;
  const { 'sec-fetch-site': site, 'content-type': contentType, origin } = request.headers;
  const secFetchSite = Array.isArray(site) ? site.join() : site;
  const bodyType = bodyTypes.get(request.routeOptions.url ?? '');
  const verdict = judgeOrigin({ secFetchSite, origin, contentType, hasBody: hasBody(request.headers) }, appOrigin, bodyType);
  if (verdict === 403) throw forbidden('This request did not come from a page of this site.');
  if (verdict === 415) throw new HttpError(415, `Send the body as ${bodyType ?? 'application/json'}.`);
}

/** The one hook that says who calls, lets nobody else into /api, and refuses what another site's page sends. */
export function registerSession(app: FastifyInstance, sessions: Sessions): void {
  const pathRules = pathRulesOf(app.rooms);
  app.decorateRequest('user', undefined);
  app.decorate('readSessionUser', (cookies: Cookies) => readUserAgain(sessions, cookies));
  const appOrigin = new URL(sessions.env.APP_ORIGIN).origin;
  app.addHook('onRequest', (request, reply, done) => {
    refuseForeign(request, appOrigin, pathRules);
    // The router decodes an address before it matches, so the route is asked, and the address only where there is none.
    const path = request.routeOptions.url ?? request.url;
    const isApi = under(path, '/api') || under(request.url, '/api');
    if (!isApi && !under(path, '/auth')) return done();
    reply.header('cache-control', 'no-store');
    const enter = (user: User | undefined) => {
      request.user = user;
      done(isApi && user === undefined && !pathRules.publicPaths.has(path) ? unauthenticated() : undefined);
    };
    const user = findUser(sessions, request.cookies);
    if (user instanceof Promise) user.then(enter, done);
    else enter(user);
  });
}
