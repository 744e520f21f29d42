import type { IncomingMessage, ServerResponse } from 'node:http';

/** Verified facts about a user after sign-in. */
export interface Identity {
  issuer: string;
  subject: string;
  email: string;
  emailVerified: boolean;
  /**
   * Domain of the organization that the provider says the account belongs to; `null` when it names
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
 * Thrown when the provider's answer is not valid: forged, replayed, expired, or declined by the
 * user.
 */
export class IdentityRejected extends Error {}

export interface IdentityProvider {
  /** Starts a sign-in. Throws IdentityUnavailable. */
  begin(): Promise<SignInStart>;
  /**
   * Completes a sign-in; `query` is the callback's raw query string. Throws IdentityRejected for an
   * invalid answer, else IdentityUnavailable.
   */
  finish(
    query: string,
    expected: Pick<SignInStart, 'state' | 'nonce' | 'codeVerifier'>,
  ): Promise<Identity>;
  /** Returns the provider's sign-out URL; `null` when it has none. Throws IdentityUnavailable. */
  signOutUrl(): Promise<string | null>;
  /** Checks that the provider answers, without using cached results. Throws IdentityUnavailable. */
  probe(): Promise<void>;
  /** Returns whether the last discovery failed; discovery runs when a sign-in needs it. */
  isDown(): boolean;
  /** Pages of a provider that runs in this server, below a path of the app's own origin. */
  readonly pages?: ProviderPages;
}

export interface ProviderPages {
  path: string;
  answer(request: IncomingMessage, response: ServerResponse): void;
}
