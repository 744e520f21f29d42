import type { Room } from '#server/core/registry.ts';
import { removeDemoDays } from './demo-rows-queries.ts';
import { dayRoutes } from './routes.ts';

export const dayRoom: Room = {
  routes: [dayRoutes],
  removeDemoRows: removeDemoDays,
};
