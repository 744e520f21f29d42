import type { Queries } from '#server/core/db/database.ts';
import type { CrmProvider } from '#server/core/providers/crm.ts';
import type { Env } from '#server/env.ts';
import { localCrm } from '#server/institutions/local-crm.ts';
import { mirrorAsOf } from './queries.ts';

/** Whether deals and owners come from HubSpot. */
export const usesHubspot = (env: Env): env is Env & { HUBSPOT_TOKEN: string } =>
  env.CRM_PROVIDER === 'hubspot' && env.HUBSPOT_TOKEN !== undefined;

/** HubSpot's mirror where there is a token, else our own tables. */
export const chooseCrm = (env: Env, queries: Queries): CrmProvider => (usesHubspot(env) ? mirroredCrm(queries) : localCrm(queries));

/** The mirror is the local CRM's tables, and as old as the last whole pass. */
export const mirroredCrm = (queries: Queries): CrmProvider => ({
  ...localCrm(queries),
  synchronised: true,
  asOf: () => mirrorAsOf(queries),
});
