import type { Room } from '#server/core/registry.ts';

export const successOpsRoom: Room = {
  routes: [
    // calls
    // day
    // renewals
  ],
  jobs: [
    // calls
    // day
    // renewals
  ],
  schedules: [
    // calls
    // day
    // renewals
  ],
};
