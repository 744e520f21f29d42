import type { Room } from '#server/core/registry.ts';
import { dayRoutes } from './routes.ts';

export const dayRoom: Room = {
  routes: [dayRoutes],
};
