import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/** Settings of the installation that the browser needs before sign-in. */
export const clientSettingsSchema = z.strictObject({
  identityProvider: z.string(),
  crmProvider: z.string(),
  placesProvider: z.string(),
  /** `true` when demo users sign in on this machine without a password. */
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

/** Default names of the providers in paths; the configured names replace them. */
export const defaultProviderWords = {
  identity: 'google',
  crm: 'hubspot',
  places: 'google',
} as const;
