import type { Room } from '#server/core/registry.ts';
import { schedulesNamedInGuides } from '#shared/core/jobs/schedules.ts';
import { scoringCustomerTables } from './customer-tables.ts';
import { freshnessRoutes } from './freshness-routes.ts';
import { scoringJobs } from './jobs.ts';
import { reopeningRoutes } from './reopening/reopening-routes.ts';
import { scoringRulesRoutes } from './rules/rules-routes.ts';

const scoringSchedules = schedulesNamedInGuides.filter(({ job }) =>
  scoringJobs.some(({ name }) => name === job),
);

export const scoringRoom: Room = {
  routes: [freshnessRoutes, reopeningRoutes, scoringRulesRoutes],
  jobs: scoringJobs,
  schedules: scoringSchedules,
  customerTables: scoringCustomerTables,
};
