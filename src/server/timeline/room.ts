import type { Room } from '#server/core/registry.ts';
import { historyRoutes } from './history-routes.ts';
import { timelineRoutes } from './routes.ts';

export const timelineRoom: Room = { routes: [historyRoutes, timelineRoutes] };
