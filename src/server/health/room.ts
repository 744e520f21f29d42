import type { Room } from '#server/core/registry.ts';
import { healthRoutes } from './routes.ts';
import { institutionUsageRoutes } from './usage-routes.ts';

export const healthRoom: Room = { routes: [healthRoutes, institutionUsageRoutes] };
