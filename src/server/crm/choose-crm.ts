import type { Clock } from '#server/core/clock/clock.ts';
import type { Queries } from '#server/core/db/database.ts';
import type { Env } from '#server/core/env/env.ts';
import type { CrmProvider } from '#server/core/providers/crm.ts';
import { type HubspotClient, openHubspot } from '#server/core/providers/hubspot/client.ts';
import { createProviderCallRecorder } from '#server/core/providers/watch/watch.ts';
import { createLocalCrm } from './local-crm.ts';
import { createMirroredCrm } from './mirrored-crm.ts';

const clients = new WeakMap<Env, HubspotClient>();

/** Returns `true` when deals come from HubSpot, and `false` with the embedded CRM. */
export const isHubspotUsed = (env: Env): env is Env & { HUBSPOT_TOKEN: string } =>
  env.CRM_PROVIDER === 'hubspot' && env.HUBSPOT_TOKEN !== undefined;

/** Returns the HubSpot client of this process; `undefined` when the embedded CRM is used. */
export function createHubspotClient(
  env: Env,
  queries: Queries,
  clock: Clock,
): HubspotClient | undefined {
  if (!isHubspotUsed(env)) return undefined;
  const known = clients.get(env);
  if (known !== undefined) return known;
  const settings = {
    token: env.HUBSPOT_TOKEN,
    baseUrl: env.HUBSPOT_BASE_URL,
    timeZone: env.BUSINESS_TIME_ZONE,
  };
  const hubspot = openHubspot({
    ...settings,
    queries,
    clock,
    watch: createProviderCallRecorder(queries, 'crm', clock),
  });
  clients.set(env, hubspot);
  return hubspot;
}

/** Returns the name of the connected CRM; `null` when the embedded CRM is used. */
export const connectedCrmName = (env: Env): string | null =>
  isHubspotUsed(env) ? 'HubSpot' : null;

/** Returns the HubSpot mirror when a token is set; otherwise the embedded CRM. */
export function chooseCrmProvider(env: Env, queries: Queries, clock: Clock): CrmProvider {
  const hubspot = createHubspotClient(env, queries, clock);
  return hubspot === undefined
    ? createLocalCrm(queries, clock)
    : createMirroredCrm(queries, clock, hubspot);
}
