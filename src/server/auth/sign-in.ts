import type { Dependencies } from '#server/core/dependencies.ts';
import {
  type Identity,
  IdentityRejected,
  IdentityUnavailable,
} from '#server/core/providers/identity.ts';
import type { SignInRefusal } from '#shared/auth/auth.ts';
import { paths } from '#shared/core/pages/paths.ts';
import { updateAdministratorPeriods } from './administrators.ts';
import { readAllowedSignInDomains } from './allowed-sign-in-domains.ts';
import {
  consumeSignInAttempt,
  createOrUpdateUser,
  insertSignInAttempt,
  recordAuthEvent,
} from './queries.ts';
import { findSignInRefusal, isSignInAttemptAlive } from './rules.ts';
import { hashSecret } from './secret.ts';
import { createSession } from './session.ts';

/** Thrown when a sign-in is refused. The user is redirected to the sign-in page. */
export class SignInRefused extends Error {
  readonly reason: SignInRefusal;
  readonly detail: Record<string, unknown>;
  /**
   * Page to open after the next sign-in: the page that the user requested, or the home page if the
   * attempt does not belong to this browser.
   */
  readonly returnTo: string;
  readonly userId: string | null;

  constructor(
    reason: SignInRefusal,
    detail: Record<string, unknown>,
    returnTo: string = paths.home,
    userId: string | null = null,
  ) {
    super(`Sign-in refused: ${reason}`);
    this.reason = reason;
    this.detail = detail;
    this.returnTo = returnTo;
    this.userId = userId;
  }
}

/**
 * Converts errors of the provider to refusals. Returns any other error unchanged, because it is an
 * internal error.
 */
function asRefusal(error: unknown, returnTo: string): unknown {
  if (error instanceof IdentityUnavailable)
    return new SignInRefused('provider_down', { cause: error.message }, returnTo);
  if (error instanceof IdentityRejected)
    return new SignInRefused('expired', { cause: error.message }, returnTo);
  return error;
}

/**
 * Saves an attempt for the browser with `browserSecret`. Returns the provider's URL to which the
 * browser is redirected.
 */
export async function beginSignIn(
  dependencies: Dependencies,
  browserSecret: string,
  returnTo: string,
): Promise<string> {
  const { identity, database, clock } = dependencies;
  const start = await identity.begin().catch((error: unknown) => {
    throw asRefusal(error, returnTo);
  });
  await insertSignInAttempt(database.foreground, hashSecret(start.state), {
    nonce: start.nonce,
    codeVerifier: start.codeVerifier,
    browserHash: hashSecret(browserSecret),
    returnTo,
    createdAt: clock(),
  });
  return start.url;
}

async function proveIdentity(
  dependencies: Dependencies,
  browserSecret: string | undefined,
  query: string,
) {
  const { identity, database, clock } = dependencies;
  const state = new URLSearchParams(query).get('state') ?? '';
  const attempt = await consumeSignInAttempt(database.foreground, hashSecret(state));
  if (attempt === undefined)
    throw new SignInRefused('expired', { cause: 'no such attempt, or already used' });
  if (browserSecret === undefined || hashSecret(browserSecret) !== attempt.browserHash)
    throw new SignInRefused('expired', { cause: 'begun in another browser' });
  const { nonce, codeVerifier, returnTo } = attempt;
  if (!isSignInAttemptAlive(attempt.createdAt, clock()))
    throw new SignInRefused('expired', { cause: 'took too long' }, returnTo);
  const proven = await identity
    .finish(query, { state, nonce, codeVerifier })
    .catch((error: unknown) => {
      throw asRefusal(error, returnTo);
    });
  return { proven, returnTo };
}

const factsOf = ({ issuer, subject, email, hostedDomain }: Identity) => ({
  issuer,
  subject,
  email,
  hostedDomain,
});

/** Creates a session from the provider's response. Throws `SignInRefused`. */
export async function finishSignIn(
  dependencies: Dependencies,
  browserSecret: string | undefined,
  query: string,
): Promise<{ cookieValue: string; returnTo: string }> {
  const { env, database, clock } = dependencies;
  const { proven, returnTo } = await proveIdentity(dependencies, browserSecret, query);
  const refusal = findSignInRefusal(
    proven,
    await readAllowedSignInDomains(database.foreground, env),
  );
  if (refusal !== null) throw new SignInRefused(refusal, factsOf(proven), returnTo);
  const { userId, disabled } = await createOrUpdateUser(database.foreground, proven, clock());
  if (disabled) throw new SignInRefused('disabled', factsOf(proven), returnTo, userId);
  await updateAdministratorPeriods(database.foreground, { env, at: clock() });
  const cookieValue = await createSession(dependencies, userId);
  await recordAuthEvent(database.foreground, {
    at: clock(),
    userId,
    kind: 'signed_in',
    detail: {},
  });
  return { cookieValue, returnTo };
}

export async function recordSignInRefusal(
  { database, clock }: Dependencies,
  refused: SignInRefused,
): Promise<void> {
  const { reason, userId, detail } = refused;
  await recordAuthEvent(database.foreground, {
    at: clock(),
    userId,
    kind: `refused_${reason}`,
    detail,
  });
}
