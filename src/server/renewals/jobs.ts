import type { Job } from '#server/core/jobs/job.ts';
import type { Schedule } from '#shared/core/jobs/schedules.ts';
import { takeRenewalSnapshot } from './snapshot.ts';
import { findLastSnapshotTime } from './snapshot-queries.ts';

const snapshotJob: Job = {
  name: 'renewals.snapshot',
  words: {
    title: 'Weekly snapshot of renewals',
    result: { renewals: ['renewal saved', 'renewals saved'] },
  },
  lastResultAt: findLastSnapshotTime,
  run: (dependencies, { businessDate }) => takeRenewalSnapshot(dependencies, businessDate),
};

export const renewalJobs: readonly Job[] = [snapshotJob];

/** The job runs after the official week has been closed. */
export const renewalSchedules: readonly Schedule[] = [
  {
    key: snapshotJob.name,
    job: snapshotJob.name,
    cron: '0 4 * * 0',
    misfire: 'latest',
    maxLateMinutes: 3 * 24 * 60,
    text: 'A snapshot of all renewals is taken every Sunday at 4 AM, for the change since last week.',
  },
];
