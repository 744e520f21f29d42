import type { Dependencies } from '#server/core/dependencies.ts';
import type { Job, JobContext } from '#server/core/jobs/jobs.ts';
import type { Schedule } from '#shared/core/jobs/schedules.ts';
import { hubspotOf } from './choose-crm.ts';
import { type PassKind, readHubspot } from './mirror/pass.ts';

async function read({ env, database, clock }: Dependencies, kind: PassKind, { signal, progress }: JobContext) {
  const queries = database.background;
  const hubspot = hubspotOf(env, queries, clock);
  if (hubspot === undefined) return { source: 'own tables' };
  return { source: 'HubSpot', ...(await readHubspot(hubspot, kind, { queries, clock, signal, progress })) };
}

const sync: Job = { name: 'crm.sync', run: (dependencies, context) => read(dependencies, 'changes', context) };
const full: Job = { name: 'crm.full', run: (dependencies, context) => read(dependencies, 'everything', context) };

/** Reads until nothing is left of what HubSpot has said. */
export const touchedJob: Job = {
  name: 'crm.touched',
  async run(dependencies, context) {
    for (let passes = 0; ; passes += 1) {
      const result = await read(dependencies, 'touched', context);
      if (!('read' in result) || result.read === 'nothing') return { ...result, passes };
    }
  },
};

export const crmJobs: readonly Job[] = [sync, full, touchedJob];

export const crmSchedules: readonly Schedule[] = [
  {
    key: 'crm.sync',
    job: sync.name,
    cron: '*/10 * * * *',
    misfire: 'latest',
    maxLateMinutes: 10,
    text: 'What has changed in the CRM is read every 10 minutes.',
  },
  {
    key: 'crm.full',
    job: full.name,
    cron: '45 0 * * *',
    misfire: 'latest',
    maxLateMinutes: 12 * 60,
    text: 'All of the CRM is read every night, so that what was deleted, merged or given to another customer is seen.',
  },
  {
    key: 'crm.touched',
    job: touchedJob.name,
    cron: '*/5 * * * *',
    misfire: 'latest',
    maxLateMinutes: 5,
    text: 'What the CRM itself says has changed is read at once, and again every 5 minutes.',
  },
];
