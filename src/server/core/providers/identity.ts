import type { IncomingMessage, ServerResponse } from 'node:http';

/** What a sign-in proved about a person. */
export interface Identity {
  issuer: string;
  subject: string;
  email: string;
  emailVerified: boolean;
  /** Domain of the organization that the provider says the account belongs to; `null` when it names none. */
  hostedDomain: string | null;
  name: string;
  picture: string | null;
}

const google = 'https://accounts.google.com';

/** Returns `true` for an issuer that names organizations in a claim (`hd`) that the account's holder cannot choose. Only Google does. */
export const namesOrganizations = (issuer: string | undefined): boolean => issuer === google || issuer === `${google}/`;

export interface SignInStart {
  /** Where to send the browser. */
  url: string;
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** The provider could not be reached in time, or is broken on its side. */
export class IdentityUnavailable extends Error {}

/** The provider's answer does not prove anything: forged, replayed, expired, or the person said no. */
export class IdentityRejected extends Error {}

export interface IdentityProvider {
  /** Throws IdentityUnavailable. */
  begin(): Promise<SignInStart>;
  /** `query` is the callback's raw query string. Throws IdentityRejected when anything about the answer is wrong, else IdentityUnavailable. */
  finish(query: string, expected: Pick<SignInStart, 'state' | 'nonce' | 'codeVerifier'>): Promise<Identity>;
  /** Where to go to sign out there too; null when the provider has no such page. Throws IdentityUnavailable. */
  signOutUrl(): Promise<string | null>;
  /** Asks the provider whether it answers, whatever is known of it already. Throws IdentityUnavailable. */
  probe(): Promise<void>;
  /** Whether it could not be found when it was last looked for; it is looked for when somebody needs it. */
  isDown(): boolean;
  /** What a provider that is part of this server answers below a path of the app's own address. */
  readonly pages?: ProviderPages;
}

export interface ProviderPages {
  path: string;
  answer(request: IncomingMessage, response: ServerResponse): void;
}
