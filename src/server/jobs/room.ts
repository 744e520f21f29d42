import type { Room } from '#server/core/registry.ts';
import { jobsRoutes } from './routes.ts';

export const jobsRoom: Room = {
  routes: [jobsRoutes],
};
