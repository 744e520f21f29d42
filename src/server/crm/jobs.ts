import type { Job } from '#server/core/jobs/jobs.ts';
import { openHubspot } from '#server/core/providers/hubspot/client.ts';
import type { Schedule } from '#shared/core/schedules.ts';
import { usesHubspot } from './choose-crm.ts';
import { syncHubspot } from './sync.ts';

const sync: Job = {
  name: 'crm.sync',
  async run({ env, database, clock }, { signal, progress }) {
    if (!usesHubspot(env)) return { source: 'own tables' };
    const queries = database.background;
    const settings = { token: env.HUBSPOT_TOKEN, baseUrl: env.HUBSPOT_BASE_URL, timeZone: env.BUSINESS_TIME_ZONE };
    const hubspot = openHubspot({ ...settings, queries, clock });
    return { source: 'HubSpot', ...(await syncHubspot(hubspot, { queries, clock, signal, progress })) };
  },
};

export const crmJobs: readonly Job[] = [sync];

export const crmSchedules: readonly Schedule[] = [
  {
    key: 'crm.sync',
    job: sync.name,
    cron: '20 * * * *',
    misfire: 'latest',
    maxLateMinutes: 60,
    text: 'Owners and deals are read from the CRM every hour.',
  },
];
