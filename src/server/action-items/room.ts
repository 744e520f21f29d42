import type { Room } from '#server/core/registry.ts';
import { actionItemRoutes } from './routes.ts';
import { actionItemTables } from './tables.ts';
import { actionItemTimeline } from './timeline.ts';

export const actionItemsRoom: Room = {
  routes: [actionItemRoutes],
  timeline: actionItemTimeline,
  customerTables: actionItemTables,
};
