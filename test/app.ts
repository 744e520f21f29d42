import { randomUUID } from 'node:crypto';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import Fastify from 'fastify';
import { buildApp } from '#server/app.ts';
import { buildSessionCookie, createSession } from '#server/auth/session.ts';
import { createClockGuard } from '#server/core/clock/guard.ts';
import type { Database } from '#server/core/db/database.ts';
import type { Dependencies } from '#server/core/dependencies.ts';
import { parseEnv } from '#server/core/env/env.ts';
import { HttpError } from '#server/core/errors.ts';
import type { IdentityProvider } from '#server/core/providers/identity.ts';
import { createLocalCrm } from '#server/crm/local-crm.ts';
import { choosePlacesProvider } from '#server/prospects/places/choose-places.ts';
import type { Role } from '#shared/core/user.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { rememberUser, stateUserOfCookie } from './page-user.ts';

export interface TestApp {
  app: FastifyInstance;
  database: Database;
  dependencies: Dependencies;
  /** Sets the clock of the whole app. */
  setClock(now: Date): void;
  /** Creates a user with a session and returns the `cookie` header. */
  signIn(role: Role): Promise<string>;
  /**
   * Sends a request as a signed-in member from Chairside's own page. `options` can override this.
   */
  inject(options: InjectOptions): Promise<LightMyRequestResponse>;
  close(): Promise<void>;
}

interface Overrides {
  env?: Record<string, string>;
  now?: Date;
  identity?: IdentityProvider;
  dependencies?: Partial<Dependencies>;
  pages?: string;
  /** Database to use instead of a new database. It is closed with the app. */
  database?: TestDatabase;
}

const noIdentity: IdentityProvider = {
  begin: () => Promise.reject(new Error('no identity provider in this test')),
  finish: () => Promise.reject(new Error('no identity provider in this test')),
  signOutUrl: async () => null,
  probe: () => Promise.reject(new Error('no identity provider in this test')),
  isDown: () => false,
};

/** Builds the whole app on a new migrated database. Its clock stands still until it is set. */
export async function buildTestApp(overrides: Overrides = {}): Promise<TestApp> {
  const { database, close } = overrides.database ?? (await createTestDatabase());
  let now = overrides.now ?? new Date('2026-11-18T18:00:00Z');
  const clock = () => now;
  const env = parseEnv({ NODE_ENV: 'test', APP_ORIGIN: 'http://localhost:3000', ...overrides.env });
  const dependencies: Dependencies = {
    env,
    database,
    clock,
    // The machine's uptime advances with the test's clock.
    clockGuard: createClockGuard(database, clock, () => clock().getTime()),
    identity: overrides.identity ?? noIdentity,
    crm: createLocalCrm(database.foreground, clock),
    places: choosePlacesProvider(env, database.foreground, clock),
    llm: null,
    jobs: {
      known: [],
      runNow: () => Promise.reject(new HttpError(503, 'no jobs in this test')),
      recentRuns: async () => [],
      stop: async () => undefined,
    },
    log: Fastify({ logger: { level: 'silent' } }).log,
    ...overrides.dependencies,
  };
  const app = await buildApp(dependencies, overrides.pages);
  stateUserOfCookie(app);
  let memberCookie: Promise<string> | undefined;

  async function signIn(role: Role): Promise<string> {
    const userId = randomUUID();
    await database.foreground
      .insertInto('app_user')
      .values({
        user_id: userId,
        issuer: 'https://identity.test',
        subject: userId,
        email: `${role}-${userId.slice(0, 8)}@example.com`,
        name: role === 'admin' ? 'Avery Admin' : 'Morgan Member',
        picture: null,
        role,
        created_at: now,
        last_sign_in_at: now,
      })
      .execute();
    const cookie = `${buildSessionCookie(env).name}=${await createSession(dependencies, userId)}`;
    return rememberUser(cookie, userId);
  }

  return {
    app,
    database,
    dependencies,
    setClock: (at) => {
      now = at;
    },
    signIn,
    async inject(options) {
      if (options.headers?.cookie === undefined) memberCookie ??= signIn('member');
      return app.inject({
        ...options,
        headers: {
          cookie: await memberCookie,
          'sec-fetch-site': 'same-origin',
          ...options.headers,
        },
      });
    },
    async close() {
      await app.close();
      await close();
    },
  };
}
