import { generateKeyPair, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import Provider, { type ClientAuthMethod, type JWK } from 'oidc-provider';
import { errorMessage } from '#shared/core/error-message.ts';
import { type DemoAccount, demoAdmin, demoMember } from './identity/demo-accounts.ts';
import { renderSignInErrorPage, renderSignInPage } from './identity/demo-page.ts';
import { createIdentityMemoryStore } from './identity/memory-adapter.ts';

interface DemoOptions {
  /** URL at which browsers and the app reach the provider. */
  issuer: string;
  appOrigin: string;
  /** Accounts that can sign in but have no button on the sign-in page. */
  others?: readonly DemoAccount[];
}

export interface DemoIdentityProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Answers a request to a path below the issuer's path. */
  answer(request: IncomingMessage, response: ServerResponse): void;
}

const signInPages = '/sign-in/';

/**
 * Creates a complete OpenID provider for the demo and the tests. It serves requests at its issuer's
 * URL. Its users need no password.
 */
export async function createDemoIdentityProvider({
  issuer,
  appOrigin,
  others = [],
}: DemoOptions): Promise<DemoIdentityProvider> {
  const { host, protocol, pathname } = new URL(issuer);
  const mount = pathname === '/' ? '' : pathname;
  const clientId = 'chairside';
  const clientSecret = randomBytes(32).toString('base64url');
  const buttons = [demoAdmin, demoMember];
  const provider = await makeProvider({
    issuer,
    mount,
    clientId,
    clientSecret,
    appOrigin,
    accounts: [...buttons, ...others],
  });
  const libraryAnswer = provider.callback();

  /**
   * Shows the accounts and accepts the user's choice. The library's own cookie proves that both
   * requests come from the same browser.
   */
  async function signInStep(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { uid } = await provider.interactionDetails(request, response);
    if (request.method !== 'POST') {
      response.writeHead(200, pageHeaders(appOrigin));
      response.end(renderSignInPage(buttons, `${mount}${signInPages}${uid}`));
      return;
    }
    const accountId = new URLSearchParams(await text(request)).get('account');
    if (![...buttons, ...others].some(({ subject }) => subject === accountId) || accountId === null)
      throw new Error('This demo user does not exist.');
    await provider.interactionFinished(request, response, { login: { accountId } });
  }

  return {
    issuer,
    clientId,
    clientSecret,
    answer(request, response) {
      const path = request.url ?? '/';
      // The library builds its URLs from these headers, so they are set to the issuer's host and
      // protocol. A browser behind a tunnel and the app itself send different headers.
      request.headers.host = host;
      request.headers['x-forwarded-proto'] = protocol.slice(0, -1);
      delete request.headers['x-forwarded-host'];
      request.url = path.slice(mount.length) || '/';
      Object.assign(request, { originalUrl: path });
      const handled = request.url.startsWith(signInPages)
        ? signInStep(request, response)
        : libraryAnswer(request, response);
      handled.catch((error: unknown) => {
        response.writeHead(400, pageHeaders(appOrigin));
        response.end(renderSignInErrorPage(errorMessage(error), appOrigin));
      });
    },
  };
}

/**
 * Returns the headers of the sign-in pages. Browsers apply form-action to every redirect after a
 * form, so the directive includes the app's origin.
 */
const pageHeaders = (appOrigin: string) => ({
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; form-action 'self' ${appOrigin}; base-uri 'none'; frame-ancestors 'none'`,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
});

interface ProviderSettings {
  issuer: string;
  /** Path of the issuer's URL; an empty string at the root of an origin. */
  mount: string;
  clientId: string;
  clientSecret: string;
  appOrigin: string;
  accounts: readonly DemoAccount[];
}

/**
 * Creates the provider. Explicitly sets every setting that would otherwise cause a warning or get a
 * generated value.
 */
async function makeProvider({
  issuer,
  mount,
  clientId,
  clientSecret,
  appOrigin,
  accounts,
}: ProviderSettings): Promise<Provider> {
  const authMethod: ClientAuthMethod = 'client_secret_post';
  const provider = new Provider(issuer, {
    adapter: createIdentityMemoryStore(),
    jwks: { keys: [await newSigningKey()] },
    cookies: {
      keys: [randomBytes(32).toString('base64url')],
      // With this path, the browser never sends the cookie back, so every sign-in shows the
      // accounts again.
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
    // The ID token contains the claims, as with Google.
    conformIdTokenClaims: false,
    clientBasedCORS: () => false,
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    interactions: { url: (_, interaction) => `${mount}${signInPages}${interaction.uid}` },
    ttl: {
      AuthorizationCode: 60,
      AccessToken: 60,
      IdToken: 300,
      Interaction: 600,
      Grant: 600,
      Session: 600,
    },
    findAccount: (_, subject) => {
      const account = accounts.find((candidate) => candidate.subject === subject);
      if (account === undefined) return undefined;
      const { name, email, emailVerified } = account;
      return {
        accountId: subject,
        claims: () => ({ sub: subject, name, email, email_verified: emailVerified }),
      };
    },
    /** Grants consent without asking the user, because the app is the only client. */
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
      ctx.body = renderSignInErrorPage(description ?? error, appOrigin);
    },
  });
  provider.proxy = true;
  return provider;
}

async function newSigningKey(): Promise<JWK> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  return {
    ...privateKey.export({ format: 'jwk' }),
    kty: 'RSA',
    use: 'sig',
    alg: 'RS256',
    kid: randomBytes(8).toString('hex'),
  };
}
