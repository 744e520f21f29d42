import type { Queries } from '#server/core/db/database.ts';
import type { Clock } from '#server/core/dependencies.ts';
import type { CrmProvider } from '#server/core/providers/crm.ts';
import { type Hubspot, openHubspot } from '#server/core/providers/hubspot/client.ts';
import { watchProvider } from '#server/core/providers/watch/watch.ts';
import type { Env } from '#server/env.ts';
import { localCrm } from './local-crm.ts';
import { mirroredCrm } from './mirrored-crm.ts';

const opened = new WeakMap<Env, Hubspot>();

/** The one client of this process; undefined where the CRM is our own tables. */
export function hubspotOf(env: Env, queries: Queries, clock: Clock): Hubspot | undefined {
  if (env.CRM_PROVIDER !== 'hubspot' || env.HUBSPOT_TOKEN === undefined) return undefined;
  const known = opened.get(env);
  if (known !== undefined) return known;
  const settings = { token: env.HUBSPOT_TOKEN, baseUrl: env.HUBSPOT_BASE_URL, timeZone: env.BUSINESS_TIME_ZONE };
  const hubspot = openHubspot({ ...settings, queries, clock, watch: watchProvider(queries, 'crm', clock) });
  opened.set(env, hubspot);
  return hubspot;
}

/** HubSpot's mirror where there is a token, else our own tables. */
export function chooseCrm(env: Env, queries: Queries, clock: Clock): CrmProvider {
  const hubspot = hubspotOf(env, queries, clock);
  return hubspot === undefined ? localCrm(queries, clock) : mirroredCrm(queries, clock, hubspot);
}
