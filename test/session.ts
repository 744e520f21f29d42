import { randomUUID } from 'node:crypto';
import { buildSessionCookie, createSession } from '#server/auth/session.ts';
import type { Database } from '#server/core/db/database.ts';
import { parseEnv } from '#server/core/env/env.ts';
import type { Role } from '#shared/core/user.ts';
import { rememberUser } from './page-user.ts';

/** Creates a user with a session that every server accepts. Returns the `cookie` header. */
export async function signIn(database: Database, role: Role): Promise<string> {
  const userId = randomUUID();
  await database.background
    .insertInto('app_user')
    .values({
      user_id: userId,
      issuer: 'https://identity.test',
      subject: userId,
      email: `${userId}@example.com`,
      name: 'Ana',
      role,
      created_at: new Date(),
      last_sign_in_at: new Date(),
    })
    .execute();
  const env = parseEnv({ NODE_ENV: 'test', APP_ORIGIN: 'http://localhost:3000' });
  const store = { database, clock: () => new Date() };
  return rememberUser(
    `${buildSessionCookie(env).name}=${await createSession(store, userId)}`,
    userId,
  );
}
