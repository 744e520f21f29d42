import { generateKeyPair, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import Provider, { type ClientAuthMethod, type JWK } from 'oidc-provider';
import { type DemoAccount, demoAdmin, demoMember } from './identity/demo-accounts.ts';
import { errorPage, signInPage } from './identity/demo-page.ts';
import { memoryStore } from './identity/memory-adapter.ts';

interface DemoOptions {
  /** The address that it is reached at, by browsers and by the app. */
  issuer: string;
  appOrigin: string;
  /** People who may sign in without a button of their own. */
  others?: readonly DemoAccount[];
}

export interface DemoIdentity {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Answers a request below the issuer's address. */
  answer(request: IncomingMessage, response: ServerResponse): void;
}

const signInPages = '/sign-in/';

/** A complete OpenID provider for the demo and the tests, to be served at its issuer's address: its people need no password. */
export async function makeDemoIdentity({ issuer, appOrigin, others = [] }: DemoOptions): Promise<DemoIdentity> {
  const { host, protocol, pathname } = new URL(issuer);
  const mount = pathname === '/' ? '' : pathname;
  const clientId = 'chairside';
  const clientSecret = randomBytes(32).toString('base64url');
  const buttons = [demoAdmin, demoMember];
  const provider = await makeProvider({ issuer, mount, clientId, clientSecret, appOrigin, accounts: [...buttons, ...others] });
  const libraryAnswer = provider.callback();

  /** Shows the people, and takes the choice; the library proves by its own cookie that both are the same browser. */
  async function signInStep(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { uid } = await provider.interactionDetails(request, response);
    if (request.method !== 'POST') {
      response.writeHead(200, pageHeaders(appOrigin));
      response.end(signInPage(buttons, `${mount}${signInPages}${uid}`));
      return;
    }
    const accountId = new URLSearchParams(await text(request)).get('account');
    if (![...buttons, ...others].some(({ subject }) => subject === accountId) || accountId === null)
      throw new Error('There is no such demo person.');
    await provider.interactionFinished(request, response, { login: { accountId } });
  }

  return {
    issuer,
    clientId,
    clientSecret,
    answer(request, response) {
      const path = request.url ?? '/';
      // The library builds its addresses from these headers, which differ between a browser behind a tunnel and the app itself.
      request.headers.host = host;
      request.headers['x-forwarded-proto'] = protocol.slice(0, -1);
      delete request.headers['x-forwarded-host'];
      request.url = path.slice(mount.length) || '/';
      Object.assign(request, { originalUrl: path });
      const handled = request.url.startsWith(signInPages) ? signInStep(request, response) : libraryAnswer(request, response);
      handled.catch((error: unknown) => {
        response.writeHead(400, pageHeaders(appOrigin));
        response.end(errorPage(error instanceof Error ? error.message : String(error), appOrigin));
      });
    },
  };
}

/** The form may lead on to the app, and a browser applies form-action to every redirect that follows it. */
const pageHeaders = (appOrigin: string) => ({
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; form-action 'self' ${appOrigin}; base-uri 'none'; frame-ancestors 'none'`,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
});

interface ProviderSettings {
  issuer: string;
  /** The path of the issuer, empty at an origin's root. */
  mount: string;
  clientId: string;
  clientSecret: string;
  appOrigin: string;
  accounts: readonly DemoAccount[];
}

/** Everything that the library would warn about or make up for itself is given here. */
async function makeProvider({ issuer, mount, clientId, clientSecret, appOrigin, accounts }: ProviderSettings): Promise<Provider> {
  const authMethod: ClientAuthMethod = 'client_secret_post';
  const provider = new Provider(issuer, {
    adapter: memoryStore(),
    jwks: { keys: [await newSigningKey()] },
    cookies: {
      keys: [randomBytes(32).toString('base64url')],
      // Never sent back: whoever signed out may want to return as somebody else, so every sign-in asks anew.
      long: { path: '/no-session' },
    },
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [new URL('/auth/callback', appOrigin).href],
        token_endpoint_auth_method: authMethod,
      },
    ],
    pkce: { required: () => true },
    responseTypes: ['code'],
    scopes: ['openid', 'email', 'profile'],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    // As Google does it: the claims are in the ID token.
    conformIdTokenClaims: false,
    clientBasedCORS: () => false,
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    interactions: { url: (_, interaction) => `${mount}${signInPages}${interaction.uid}` },
    ttl: { AuthorizationCode: 60, AccessToken: 60, IdToken: 300, Interaction: 600, Grant: 600, Session: 600 },
    findAccount: (_, subject) => {
      const account = accounts.find((candidate) => candidate.subject === subject);
      if (account === undefined) return undefined;
      const { name, email, emailVerified } = account;
      return { accountId: subject, claims: () => ({ sub: subject, name, email, email_verified: emailVerified }) };
    },
    /** There is nobody to ask for consent: the only client is the app itself. */
    loadExistingGrant: async ({ oidc }) => {
      const accountId = oidc.session?.accountId;
      if (accountId === undefined) return undefined;
      const grant = new oidc.provider.Grant({ clientId, accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    renderError: (ctx, { error, error_description: description }) => {
      ctx.set(pageHeaders(appOrigin));
      ctx.body = errorPage(description ?? error, appOrigin);
    },
  });
  provider.proxy = true;
  return provider;
}

async function newSigningKey(): Promise<JWK> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  return { ...privateKey.export({ format: 'jwk' }), kty: 'RSA', use: 'sig', alg: 'RS256', kid: randomBytes(8).toString('hex') };
}
