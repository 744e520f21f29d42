import { readOwnAddresses } from '#server/core/own-addresses.ts';
import { isFromThisMachine } from '#server/core/this-machine.ts';
import type { Env } from '../env/env.ts';
import { demoAdmin, demoIdentityPath } from './identity/demo-accounts.ts';
import type { IdentityProvider, IdentityProviderRequestHandler } from './identity.ts';
import { createDemoIdentityProvider } from './identity-demo.ts';
import { createOidcProvider } from './identity-oidc.ts';

interface ChosenIdentity {
  provider: IdentityProvider;
  /** Lowercase email addresses of admins, in addition to the admins in the settings. */
  admins: readonly string[];
  /** Hint on how to sign in, printed after the server's address. */
  howToSignIn: string;
}

/**
 * Creates the configured OpenID provider, or the demo's provider, which runs in this server. env.ts
 * refuses the demo's provider when the production rules apply.
 */
export async function chooseIdentityProvider(env: Env): Promise<ChosenIdentity> {
  const redirectUri = new URL('/auth/callback', env.APP_ORIGIN).href;
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = env;
  if (issuer !== undefined && clientId !== undefined && clientSecret !== undefined) {
    const provider = createOidcProvider({ issuer, clientId, clientSecret, redirectUri });
    return {
      provider,
      admins: [],
      howToSignIn: `Sign in with ${env.IDENTITY_PROVIDER} (${issuer}).`,
    };
  }
  const { origin } = new URL(env.APP_ORIGIN);
  const demo = await createDemoIdentityProvider({
    issuer: `${origin}${demoIdentityPath}`,
    appOrigin: origin,
  });
  const provider = createOidcProvider({
    ...demo,
    redirectUri,
    reachedAt: `http://${ownHost(env.HOST)}:${env.PORT}`,
  });
  return {
    provider: {
      ...provider,
      pages: { path: demoIdentityPath, answer: onThisMachine(demo.answer) },
    },
    admins: [demoAdmin.email],
    howToSignIn:
      'To sign in as a demo user, choose "Continue as Avery Admin" or "Continue as Morgan Member". You need no password.',
  };
}

/** Limits the demo's sign-in to requests from this machine, because demo users need no password. */
const onThisMachine =
  (answer: IdentityProviderRequestHandler['answer']): IdentityProviderRequestHandler['answer'] =>
  (request, response) => {
    if (isFromThisMachine(request.socket.remoteAddress, readOwnAddresses()))
      return answer(request, response);
    response.writeHead(403, { 'content-type': 'text/plain; charset=utf-8' });
    response.end(
      'Demo users can sign in on this machine only. Set OIDC_ISSUER to allow other users.',
    );
  };

/**
 * Returns the host by which this machine reaches its own server. A server that listens on 0.0.0.0
 * or :: listens on all addresses.
 */
function ownHost(listening: string): string {
  if (listening === '0.0.0.0') return '127.0.0.1';
  if (listening === '::') return '[::1]';
  return listening.includes(':') ? `[${listening}]` : listening;
}
