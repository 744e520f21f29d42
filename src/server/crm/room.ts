import type { Room } from '#server/core/registry.ts';
import { postHubspotWebhooks } from '#shared/crm/webhooks.ts';
import { crmCustomerTables } from './customer-tables.ts';
import { removeDemoCrmRows } from './demo-rows-queries.ts';
import { crmJobs, crmSchedules } from './jobs.ts';
import { crmRoutes } from './routes.ts';

export const crmRoom: Room = {
  routes: [crmRoutes],
  jobs: crmJobs,
  schedules: crmSchedules,
  // HubSpot authenticates its requests with a signature instead of a session.
  publicPaths: [postHubspotWebhooks.path],
  ownProofPaths: [postHubspotWebhooks.path],
  customerTables: crmCustomerTables,
  removeDemoRows: removeDemoCrmRows,
};
