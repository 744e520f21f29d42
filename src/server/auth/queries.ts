import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { acquireNamedLock } from '#server/core/db/named-locks.ts';
import { storableJson } from '#server/core/db/storable.ts';
import type { Identity, SignInStart } from '#server/core/providers/identity.ts';
import type { SignInRefusal } from '#shared/auth/auth.ts';
import { lowercaseIfPrintableAscii } from '#shared/core/email-address.ts';
import { normalizeEmail } from '#shared/core/text.ts';
import type { Role, User } from '#shared/core/user.ts';
import { effectiveRole, sessionLifetimeMs, signInAttemptLifetimeMs } from './rules.ts';

export interface StoredSession {
  user: User;
  createdAt: Date;
  lastSeenAt: Date;
}

/**
 * Returns a session and its user with the effective role. Returns `undefined` for an unknown or
 * revoked session and for a disabled user.
 */
export async function findSession(
  queries: Queries,
  sessionHash: string,
  adminEmails: readonly string[],
): Promise<StoredSession | undefined> {
  const row = await queries
    .selectFrom('user_session')
    .innerJoin('app_user', 'app_user.user_id', 'user_session.user_id')
    .innerJoin('person', 'person.user_id', 'app_user.user_id')
    .select([
      'app_user.user_id',
      'person.name',
      'email',
      'picture',
      'role',
      'user_session.created_at',
      'user_session.last_seen_at',
    ])
    .where('session_hash', '=', sessionHash)
    .where('revoked_at', 'is', null)
    .where('status', '=', 'active')
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { user_id: id, name, email, picture } = row;
  const role = effectiveRole({ email, storedRole: row.role }, adminEmails);
  return {
    user: { id, name, email, picture, role },
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
  };
}

/** Returns the name and effective role of the active user with an email address. */
export async function findActiveUser(
  queries: Queries,
  email: string,
  adminEmails: readonly string[],
): Promise<{ name: string; role: Role } | undefined> {
  const row = await queries
    .selectFrom('app_user')
    .innerJoin('person', 'person.user_id', 'app_user.user_id')
    .select(['person.name', 'app_user.email', 'app_user.role'])
    .where((where) =>
      where(where.fn<string>('lower', ['app_user.email']), '=', normalizeEmail(email)),
    )
    .where('status', '=', 'active')
    .executeTakeFirst();
  return (
    row && {
      name: row.name,
      role: effectiveRole({ email: row.email, storedRole: row.role }, adminEmails),
    }
  );
}

export async function insertSession(
  queries: Queries,
  sessionHash: string,
  userId: string,
  now: Date,
): Promise<void> {
  await queries
    .insertInto('user_session')
    .values({
      session_hash: sessionHash,
      user_id: userId,
      created_at: now,
      last_seen_at: now,
      revoked_at: null,
    })
    .execute();
  const dead = new Date(now.getTime() - sessionLifetimeMs);
  await queries
    .deleteFrom('user_session')
    .where('user_id', '=', userId)
    .where('created_at', '<=', dead)
    .execute();
}

export async function updateSessionLastUse(
  queries: Queries,
  sessionHash: string,
  now: Date,
): Promise<void> {
  await queries
    .updateTable('user_session')
    .set({ last_seen_at: now })
    .where('session_hash', '=', sessionHash)
    .execute();
}

export async function markSessionRevoked(
  queries: Queries,
  sessionHash: string,
  now: Date,
): Promise<void> {
  await queries
    .updateTable('user_session')
    .set({ revoked_at: now })
    .where('session_hash', '=', sessionHash)
    .where('revoked_at', 'is', null)
    .execute();
}

type Attempt = Omit<SignInStart, 'url' | 'state'> & {
  browserHash: string;
  returnTo: string;
  createdAt: Date;
};

/**
 * Maximum number of open sign-in attempts. Beyond it, the oldest attempts are deleted, so that a
 * flood of attempts cannot fill the database.
 */
export const maxSignInAttempts = 10_000;

/** Saves an attempt. Deletes expired attempts, and the oldest attempts above the maximum. */
export async function insertSignInAttempt(
  queries: Queries,
  stateHash: string,
  attempt: Attempt,
): Promise<void> {
  const dead = new Date(attempt.createdAt.getTime() - signInAttemptLifetimeMs);
  await queries
    .deleteFrom('sign_in_attempt')
    .where(({ eb, or, selectFrom }) => {
      const newest = selectFrom('sign_in_attempt')
        .select('created_at')
        .orderBy('created_at', 'desc');
      return or([
        eb('created_at', '<=', dead),
        eb('created_at', '<=', newest.offset(maxSignInAttempts - 1).limit(1)),
      ]);
    })
    .execute();
  await queries
    .insertInto('sign_in_attempt')
    .values({
      state_hash: stateHash,
      browser_hash: attempt.browserHash,
      nonce: attempt.nonce,
      code_verifier: attempt.codeVerifier,
      return_to: attempt.returnTo,
      created_at: attempt.createdAt,
    })
    .execute();
}

/** Deletes a sign-in attempt and returns it, so that the attempt cannot be completed twice. */
export async function consumeSignInAttempt(
  queries: Queries,
  stateHash: string,
): Promise<Attempt | undefined> {
  const row = await queries
    .deleteFrom('sign_in_attempt')
    .where('state_hash', '=', stateHash)
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    nonce: row.nonce,
    codeVerifier: row.code_verifier,
    browserHash: row.browser_hash,
    returnTo: row.return_to,
    createdAt: row.created_at,
  };
}

/**
 * Saves the user of a verified identity: creates a member, or updates the known account. Changes
 * nothing when an admin disabled an account with the identity's email address or subject, at any
 * provider. The result then names the disabled account.
 */
export const createOrUpdateUser = (
  queries: Queries,
  identity: Identity,
  now: Date,
): Promise<{ userId: string; disabled: boolean }> =>
  queries.transaction().execute(async (transaction) => {
    await lockAccounts(transaction);
    const disabled = await findDisabled(transaction, identity);
    if (disabled !== undefined) return { userId: disabled, disabled: true };
    await claimKnown(transaction, identity, now);
    const { issuer, subject, email, hostedDomain, name, picture } = identity;
    // `null` means that the account has no organization. An organization whose name is not ASCII
    // cannot match an allowed domain, so it is stored as an empty string.
    const hosted_domain =
      hostedDomain === null ? null : (lowercaseIfPrintableAscii(hostedDomain) ?? '');
    const { user_id: userId } = await transaction
      .insertInto('app_user')
      .values({
        issuer,
        subject,
        email,
        hosted_domain,
        name,
        picture,
        role: 'member',
        created_at: now,
        last_sign_in_at: now,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['issuer', 'subject'])
          .doUpdateSet({ email, hosted_domain, name, picture, last_sign_in_at: now }),
      )
      .returning('user_id')
      .executeTakeFirstOrThrow();
    return { userId, disabled: false };
  });

/**
 * Takes a lock until the transaction ends, so that accounts are changed one at a time. Each change
 * then sees the roles and states that earlier changes saved.
 */
export const lockAccounts = (transaction: Queries) => acquireNamedLock(transaction, 'accounts');

/**
 * Returns the disabled account that blocks an identity. The subject is compared across issuers,
 * because it can stay the same when the provider's address changes.
 */
async function findDisabled(
  queries: Queries,
  { issuer, subject, email }: Identity,
): Promise<string | undefined> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from app_user
    where status = 'disabled' and (subject = ${subject} or lower(email) = ${normalizeEmail(email)})
    order by (issuer = ${issuer} and subject = ${subject}) desc, created_at, user_id limit 1`.execute(
    queries,
  );
  return rows[0]?.user_id;
}

/**
 * Links the identity to an account with the same email address that has never signed in. An
 * invitation or an import created the account, so work may already be assigned to it.
 */
async function claimKnown(
  queries: Queries,
  { issuer, subject, email }: Identity,
  now: Date,
): Promise<void> {
  await sql`
    update app_user set issuer = ${issuer}, subject = ${subject}, last_sign_in_at = ${now}::timestamptz
    where last_sign_in_at is null and user_id = (
      select user_id from app_user where lower(email) = ${normalizeEmail(email)} and last_sign_in_at is null and status = 'active'
      order by created_at, user_id limit 1
    ) and not exists (select from app_user where issuer = ${issuer} and subject = ${subject})`.execute(
    queries,
  );
}

type AuthEventKind = 'signed_in' | 'signed_out' | `refused_${SignInRefusal}`;

export async function recordAuthEvent(
  queries: Queries,
  event: { at: Date; userId: string | null; kind: AuthEventKind; detail: Record<string, unknown> },
): Promise<void> {
  await queries
    .insertInto('auth_event')
    .values({
      at: event.at,
      user_id: event.userId,
      kind: event.kind,
      detail: storableJson(event.detail),
    })
    .execute();
}
