import type { Room } from '#server/core/registry.ts';
import { noticeCustomerTables } from './customer-tables.ts';
import { noticeRoutes } from './routes.ts';
import { noticesTimeline } from './timeline.ts';

export const noticesRoom: Room = {
  routes: [noticeRoutes],
  timeline: noticesTimeline,
  customerTables: noticeCustomerTables,
};
