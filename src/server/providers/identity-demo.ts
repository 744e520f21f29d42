import { generateKeyPair, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import Provider, { type ClientAuthMethod, type JWK } from 'oidc-provider';
import { type DemoAccount, demoAdmin, demoMember } from './identity/demo-accounts.ts';
import { errorPage, signInPage } from './identity/demo-page.ts';
import { memoryStore } from './identity/memory-adapter.ts';

interface DemoOptions {
  /** Taken when it is free, so that people keep their accounts over a restart; else the system chooses one. */
  port?: number;
  appOrigin: string;
  /** People who may sign in without a button of their own. */
  others?: readonly DemoAccount[];
}

export interface DemoIdentity {
  issuer: string;
  clientId: string;
  clientSecret: string;
  close(): Promise<void>;
}

const signInPages = '/sign-in/';

/** A complete OpenID provider on this machine, for the demo and the tests: its people need no password. */
export async function startDemoIdentity({ port = 0, appOrigin, others = [] }: DemoOptions): Promise<DemoIdentity> {
  const server = createServer();
  const issuer = `http://localhost:${await listen(server, port)}`;
  const clientId = 'chairside';
  const clientSecret = randomBytes(32).toString('base64url');
  const buttons = [demoAdmin, demoMember];
  const provider = await makeProvider({ issuer, clientId, clientSecret, appOrigin, accounts: [...buttons, ...others] });
  const answer = provider.callback();

  server.on('request', (request, response) => {
    if (request.url === '/favicon.ico') {
      response.writeHead(204).end();
      return;
    }
    const handled = request.url?.startsWith(signInPages) ? signInStep(request, response) : answer(request, response);
    handled.catch((error: unknown) => {
      response.writeHead(400, pageHeaders(appOrigin));
      response.end(errorPage(error instanceof Error ? error.message : String(error), appOrigin));
    });
  });

  /** Shows the people, and takes the choice; the library proves by its own cookie that both are the same browser. */
  async function signInStep(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { uid } = await provider.interactionDetails(request, response);
    if (request.method !== 'POST') {
      response.writeHead(200, pageHeaders(appOrigin));
      response.end(signInPage(buttons, `${signInPages}${uid}`));
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
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' && port !== 0) resolve(listen(server, 0));
      else reject(error);
    });
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
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
  clientId: string;
  clientSecret: string;
  appOrigin: string;
  accounts: readonly DemoAccount[];
}

/** Everything that the library would warn about or make up for itself is given here. */
async function makeProvider({ issuer, clientId, clientSecret, appOrigin, accounts }: ProviderSettings): Promise<Provider> {
  const authMethod: ClientAuthMethod = 'client_secret_post';
  return new Provider(issuer, {
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
    interactions: { url: (_, interaction) => `${signInPages}${interaction.uid}` },
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
}

async function newSigningKey(): Promise<JWK> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  return { ...privateKey.export({ format: 'jwk' }), kty: 'RSA', use: 'sig', alg: 'RS256', kid: randomBytes(8).toString('hex') };
}
