import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/** Settings of the installation that the browser needs before a user signs in. */
export const clientSettingsSchema = z.strictObject({
  identityProvider: z.string(),
  crmProvider: z.string(),
  placesProvider: z.string(),
  /** `true` when users can sign in as demo users without a password. */
  demo: z.boolean(),
  businessTimeZone: z.string(),
  mapStyleUrl: z.string().nullable(),
});
export type ClientSettings = z.output<typeof clientSettingsSchema>;

export const getClientSettings = endpoint({
  method: 'GET',
  path: '/api/core/settings',
  summary: 'Provider names and map style of this installation',
  response: clientSettingsSchema,
});

/** Names of the default providers in API paths. Names from the configuration replace them. */
export const defaultProviderPathNames = {
  identity: 'google',
  crm: 'hubspot',
  places: 'google',
} as const;
