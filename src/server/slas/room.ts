import type { Room } from '#server/core/registry.ts';
import { slaPauseRoutes } from './pause-routes.ts';
import { slaRoutes } from './routes.ts';
import { slaTables } from './tables.ts';
import { slaTimeline } from './timeline.ts';

export const slasRoom: Room = {
  routes: [slaRoutes, slaPauseRoutes],
  timeline: slaTimeline,
  customerTables: slaTables,
};
