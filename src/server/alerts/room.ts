import type { Room } from '#server/core/registry.ts';
import { alertRulesVocabulary } from '#shared/alerts/vocabulary.ts';
import { alertCustomerTables } from './customer-tables.ts';
import { removeDemoRules } from './demo-rows-queries.ts';
import { seedDemoRules } from './demo-rules.ts';
import { alertJobs, alertSchedules } from './jobs.ts';
import { alertRoutes } from './routes.ts';
import { alertRuleRoutes } from './rule-routes.ts';
import { alertTimeline } from './timeline.ts';

export const alertsRoom: Room = {
  routes: [alertRoutes, alertRuleRoutes],
  vocabularies: [alertRulesVocabulary],
  jobs: alertJobs,
  schedules: alertSchedules,
  timeline: alertTimeline,
  customerTables: alertCustomerTables,
  seedDemoRows: seedDemoRules,
  removeDemoRows: removeDemoRules,
};
