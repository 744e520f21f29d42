import type { Dependencies } from '#server/core/dependencies.ts';
import type { Job, JobContext } from '#server/core/jobs/job.ts';
import type { Schedule } from '#shared/core/jobs/schedules.ts';
import { createHubspotClient } from './choose-crm.ts';
import { type MirrorPassKind, runMirrorPass } from './mirror/pass.ts';

async function read(
  { env, database, clock }: Dependencies,
  kind: MirrorPassKind,
  { signal, progress }: JobContext,
) {
  const queries = database.background;
  const hubspot = createHubspotClient(env, queries, clock);
  if (hubspot === undefined) return { source: 'own tables' };
  return {
    source: 'HubSpot',
    ...(await runMirrorPass(hubspot, kind, { queries, clock, signal, progress })),
  };
}

/** Words of the results of all three jobs. */
const result = {
  source: { texts: { 'own tables': 'No CRM is connected' } },
  read: {
    texts: {
      nothing: 'Nothing to read',
      everything: 'Read everything',
      changes: 'Read changes',
      touched: 'Read reported records',
    },
  },
  why: '',
  institutions: ['customer', 'customers'],
  tickets: ['ticket', 'tickets'],
} as const;

const sync: Job = {
  name: 'crm.sync',
  words: { title: 'CRM changes', result },
  run: (dependencies, context) => read(dependencies, 'changes', context),
};
const full: Job = {
  name: 'crm.full',
  words: { title: 'Whole CRM', result },
  run: (dependencies, context) => read(dependencies, 'everything', context),
};

/**
 * Reads the records that HubSpot reported as changed. Repeats this until no reported record
 * remains.
 */
export const reportedChangesJob: Job = {
  name: 'crm.touched',
  words: { title: 'Records reported by the CRM', result },
  async run(dependencies, context) {
    for (let passes = 0; ; passes += 1) {
      const result = await read(dependencies, 'touched', context);
      if (!('read' in result) || result.read === 'nothing') return { ...result, passes };
    }
  },
};

export const crmJobs: readonly Job[] = [sync, full, reportedChangesJob];

export const crmSchedules: readonly Schedule[] = [
  {
    key: 'crm.sync',
    job: sync.name,
    cron: '*/10 * * * *',
    misfire: 'latest',
    maxLateMinutes: 10,
    text: 'Changes in the CRM are read every 10 minutes.',
  },
  {
    key: 'crm.full',
    job: full.name,
    cron: '45 0 * * *',
    misfire: 'latest',
    maxLateMinutes: 12 * 60,
    text: 'The whole CRM is read every night, to find records that were deleted, merged or moved to another customer.',
  },
  {
    key: 'crm.touched',
    job: reportedChangesJob.name,
    cron: '*/5 * * * *',
    misfire: 'latest',
    maxLateMinutes: 5,
    text: 'Records that the CRM reports as changed are read at once. A run every 5 minutes reads any that were missed.',
  },
];
