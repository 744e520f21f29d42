import type { IncomingMessage, ServerResponse } from 'node:http';

/** Verified facts about a user after sign-in. */
export interface Identity {
  issuer: string;
  subject: string;
  email: string;
  emailVerified: boolean;
  /**
   * Domain of the account's organization according to the provider; `null` when the provider names
   * none.
   */
  hostedDomain: string | null;
  name: string;
  picture: string | null;
}

export interface SignInStart {
  /** URL to which the browser is redirected. */
  url: string;
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** Thrown when the provider cannot be reached in time or fails. */
export class IdentityUnavailable extends Error {}

/**
 * Thrown when the provider's answer is invalid because it is forged, replayed or expired, or when
 * the user declined.
 */
export class IdentityRejected extends Error {}

export interface IdentityProvider {
  /** Starts a sign-in. Throws `IdentityUnavailable`. */
  begin(): Promise<SignInStart>;
  /**
   * Completes a sign-in. `query` is the raw query string of the callback. Throws `IdentityRejected`
   * for an invalid answer, and `IdentityUnavailable` for other failures.
   */
  finish(
    query: string,
    expected: Pick<SignInStart, 'state' | 'nonce' | 'codeVerifier'>,
  ): Promise<Identity>;
  /**
   * Returns the provider's sign-out URL; `null` when the provider has none. Throws
   * `IdentityUnavailable`.
   */
  signOutUrl(): Promise<string | null>;
  /** Checks that the provider answers, without cached results. Throws `IdentityUnavailable`. */
  probe(): Promise<void>;
  /** Returns `true` when the last discovery failed. A sign-in runs the discovery when needed. */
  isDown(): boolean;
  /** Pages of a provider that runs in this server, at a path of the app's own origin. */
  readonly pages?: IdentityProviderRequestHandler;
}

export interface IdentityProviderRequestHandler {
  path: string;
  answer(request: IncomingMessage, response: ServerResponse): void;
}
