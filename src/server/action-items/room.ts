import type { Room } from '#server/core/registry.ts';
import { actionItemCustomerTables } from './customer-tables.ts';
import { actionItemRoutes } from './routes.ts';
import { actionItemTimeline } from './timeline.ts';

export const actionItemsRoom: Room = {
  routes: [actionItemRoutes],
  timeline: actionItemTimeline,
  customerTables: actionItemCustomerTables,
};
