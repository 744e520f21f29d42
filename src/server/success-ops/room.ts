import type { Room } from '#server/core/registry.ts';
import { dayRoutes } from './day/routes.ts';

export const successOpsRoom: Room = {
  routes: [
    // calls
    dayRoutes,
    // renewals
  ],
  jobs: [
    // calls
    // renewals
  ],
  schedules: [
    // calls
    // renewals
  ],
};
