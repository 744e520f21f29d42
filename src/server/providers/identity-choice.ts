import type { Env } from '../env.ts';
import type { IdentityProvider } from './identity.ts';
import { startDemoIdentity } from './identity-demo.ts';
import { oidcIdentity } from './identity-oidc.ts';

interface ChosenIdentity {
  provider: IdentityProvider;
  /** For the console, after the address. */
  howToSignIn: string;
  close(): Promise<void>;
}

/** The configured OpenID provider, or the demo's own on this machine; env.ts has refused the latter in production. */
export async function chooseIdentity(env: Env): Promise<ChosenIdentity> {
  const redirectUri = `${env.APP_ORIGIN}/auth/callback`;
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = env;
  if (issuer !== undefined && clientId !== undefined && clientSecret !== undefined) {
    const provider = oidcIdentity({ issuer, clientId, clientSecret, redirectUri });
    return { provider, howToSignIn: `Sign in with ${env.IDENTITY_PROVIDER} (${issuer}).`, close: async () => undefined };
  }
  const demo = await startDemoIdentity({ appOrigin: env.APP_ORIGIN });
  return {
    provider: oidcIdentity({ issuer: demo.issuer, clientId: demo.clientId, clientSecret: demo.clientSecret, redirectUri }),
    howToSignIn: 'Sign in as "Continue as Avery Admin" or "Continue as Morgan Member": demo people, no password.',
    close: demo.close,
  };
}
