import type { Room } from '#server/core/registry.ts';
import { renewalRoutes } from './routes.ts';
import { renewalTables } from './tables.ts';
import { renewalTimeline } from './timeline.ts';

export const renewalsRoom: Room = {
  routes: [renewalRoutes],
  timeline: renewalTimeline,
  customerTables: renewalTables,
};
