import type { Env } from '../env.ts';
import { demoAdmin } from './identity/demo-accounts.ts';
import type { IdentityProvider } from './identity.ts';
import { startDemoIdentity } from './identity-demo.ts';
import { oidcIdentity } from './identity-oidc.ts';

interface ChosenIdentity {
  provider: IdentityProvider;
  /** Lowercase addresses that are admins besides those of the settings. */
  admins: readonly string[];
  /** For the console, after the address. */
  howToSignIn: string;
  close(): Promise<void>;
}

/** The configured OpenID provider, or the demo's own on this machine; env.ts has refused the latter where the rules of production hold. */
export async function chooseIdentity(env: Env): Promise<ChosenIdentity> {
  const redirectUri = new URL('/auth/callback', env.APP_ORIGIN).href;
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = env;
  if (issuer !== undefined && clientId !== undefined && clientSecret !== undefined) {
    const provider = oidcIdentity({ issuer, clientId, clientSecret, redirectUri });
    return { provider, admins: [], howToSignIn: `Sign in with ${env.IDENTITY_PROVIDER} (${issuer}).`, close: async () => undefined };
  }
  const demo = await startDemoIdentity({ port: env.PORT === 0 ? 0 : env.PORT + 1, appOrigin: new URL(env.APP_ORIGIN).origin });
  return {
    provider: oidcIdentity({ issuer: demo.issuer, clientId: demo.clientId, clientSecret: demo.clientSecret, redirectUri }),
    admins: [demoAdmin.email],
    howToSignIn: 'Sign in as "Continue as Avery Admin" or "Continue as Morgan Member": demo people, no password.',
    close: demo.close,
  };
}
