import { demoIdentityPath } from '#server/core/providers/identity/demo-accounts.ts';
import type { Room } from '#server/core/registry.ts';
import { signInSettings } from '#shared/auth/sign-in-settings.ts';
import { authRoutes } from './routes.ts';

export const authRoom: Room = {
  routes: [authRoutes],
  ownProofPaths: [`${demoIdentityPath}/*`],
  settings: [signInSettings],
  environmentSettings: ({ ALLOWED_EMAIL_DOMAINS: domains }) => ({
    allowedDomains: {
      variable: 'ALLOWED_EMAIL_DOMAINS',
      value: domains.length === 0 ? undefined : domains,
    },
  }),
};
