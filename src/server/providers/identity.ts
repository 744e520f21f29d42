/** What a sign-in proved about a person. */
export interface Identity {
  issuer: string;
  subject: string;
  email: string;
  emailVerified: boolean;
  name: string;
  picture: string | null;
}

export interface SignInStart {
  /** Where to send the browser. */
  url: string;
  state: string;
  nonce: string;
  codeVerifier: string;
}

export interface IdentityProvider {
  /** Throws when the provider cannot be reached. */
  begin(): Promise<SignInStart>;
  /** `query` is the callback's raw query string. Throws when anything about the answer is wrong. */
  finish(query: string, expected: Pick<SignInStart, 'state' | 'nonce' | 'codeVerifier'>): Promise<Identity>;
  /** Where to go to sign out there too; null when the provider has no such page. */
  signOutUrl(): Promise<string | null>;
}
