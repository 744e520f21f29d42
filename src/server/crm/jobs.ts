import type { Job } from '#server/core/jobs/jobs.ts';
import type { Schedule } from '#shared/core/schedules.ts';
import { hubspotOf } from './choose-crm.ts';
import { syncHubspot } from './sync.ts';

const sync: Job = {
  name: 'crm.sync',
  async run({ env, database, clock }, { signal, progress }) {
    const queries = database.background;
    const hubspot = hubspotOf(env, queries, clock);
    if (hubspot === undefined) return { source: 'own tables' };
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
