import type { Room } from '#server/core/registry.ts';
import { callRoutes } from './routes.ts';
import { actionItemTimeline } from './timeline.ts';

export const actionItemsRoom: Room = {
  routes: [callRoutes],
  timeline: actionItemTimeline,
};
