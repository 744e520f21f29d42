import type { Room } from '#server/core/registry.ts';
import { riskListRoutes } from './list-routes.ts';

export const riskRoom: Room = { routes: [riskListRoutes] };
