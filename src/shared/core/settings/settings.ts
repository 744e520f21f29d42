import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/** What the browser has to know about this installation before anyone signs in. */
export const clientSettingsSchema = z.strictObject({
  identityProvider: z.string(),
  crmProvider: z.string(),
  placesProvider: z.string(),
  /** Sign-in is by demo people on this machine, without a password. */
  demo: z.boolean(),
  businessTimeZone: z.string(),
  mapStyleUrl: z.string().nullable(),
});
export type ClientSettings = z.output<typeof clientSettingsSchema>;

export const getClientSettings = endpoint({
  method: 'GET',
  path: '/api/settings/client',
  summary: 'The provider words and the map style of this installation',
  response: clientSettingsSchema,
});

/** In places, crm and identity paths the configured word takes the place of these. */
export const defaultProviderWords = { identity: 'google', crm: 'hubspot', places: 'google' } as const;
