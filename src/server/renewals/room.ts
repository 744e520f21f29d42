import type { Room } from '#server/core/registry.ts';
import { renewalsVocabulary } from '#shared/renewals/vocabulary.ts';
import { renewalCustomerTables } from './customer-tables.ts';
import { seedDemoRenewals } from './demo-renewals.ts';
import { renewalJobs, renewalSchedules } from './jobs.ts';
import { renewalRoutes } from './routes.ts';
import { renewalTimeline } from './timeline.ts';

export const renewalsRoom: Room = {
  routes: [renewalRoutes],
  jobs: renewalJobs,
  schedules: renewalSchedules,
  vocabularies: [renewalsVocabulary],
  timeline: renewalTimeline,
  customerTables: renewalCustomerTables,
  seedDemoRows: seedDemoRenewals,
};
