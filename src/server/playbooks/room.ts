import type { Room } from '#server/core/registry.ts';
import { playbookRunsVocabulary } from '#shared/playbooks/vocabulary.ts';
import { playbookCustomerTables } from './customer-tables.ts';
import { removeDemoPlaybooks } from './demo-rows-queries.ts';
import { seedDemoPlaybooks } from './demo-runs.ts';
import { playbookJobs, playbookSchedules } from './jobs.ts';
import { playbookRoutes } from './routes.ts';
import { playbookTimeline } from './timeline.ts';

export const playbooksRoom: Room = {
  routes: [playbookRoutes],
  vocabularies: [playbookRunsVocabulary],
  jobs: playbookJobs,
  schedules: playbookSchedules,
  timeline: playbookTimeline,
  customerTables: playbookCustomerTables,
  seedDemoRows: seedDemoPlaybooks,
  removeDemoRows: removeDemoPlaybooks,
};
