import type { Room } from '#server/core/registry.ts';
import { renewalRoutes } from './renewals/routes.ts';

export const successOpsRoom: Room = {
  routes: [
    // calls
    // day
    renewalRoutes,
  ],
  jobs: [
    // calls
    // day
  ],
  schedules: [
    // calls
    // day
  ],
};
