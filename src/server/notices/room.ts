import type { Room } from '#server/core/registry.ts';
import { noticeCustomerTables } from './customer-tables.ts';
import { seedDemoSaveAttempts } from './demo-save-attempts.ts';
import { noticeRoutes } from './routes.ts';
import { noticesTimeline } from './timeline.ts';

export const noticesRoom: Room = {
  routes: [noticeRoutes],
  timeline: noticesTimeline,
  customerTables: noticeCustomerTables,
  seedDemoRows: seedDemoSaveAttempts,
};
