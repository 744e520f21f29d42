import type { Room } from '#server/core/registry.ts';
import { renewalCustomerTables } from './customer-tables.ts';
import { seedDemoRenewals } from './demo-renewals.ts';
import { renewalRoutes } from './routes.ts';
import { renewalTimeline } from './timeline.ts';

export const renewalsRoom: Room = {
  routes: [renewalRoutes],
  timeline: renewalTimeline,
  customerTables: renewalCustomerTables,
  seedDemoRows: seedDemoRenewals,
};
