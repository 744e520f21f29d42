import { demoIdentityPath } from '#server/core/providers/identity/demo-accounts.ts';
import type { Room } from '#server/core/registry.ts';
import { signInSettingsSchema } from '#shared/auth/sign-in-settings-schema.ts';
import { authRoutes } from './routes.ts';

export const authRoom: Room = {
  routes: [authRoutes],
  ownProofPaths: [`${demoIdentityPath}/*`],
  settings: [signInSettingsSchema],
  environmentSettings: ({ ALLOWED_EMAIL_DOMAINS: domains }) => ({
    allowedDomains: {
      variable: 'ALLOWED_EMAIL_DOMAINS',
      value: domains.length === 0 ? undefined : domains,
    },
  }),
};
