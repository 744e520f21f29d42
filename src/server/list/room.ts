import type { Room } from '#server/core/registry.ts';
import { savedViewsRoutes } from './saved-views-routes.ts';

export const listRoom: Room = { routes: [savedViewsRoutes] };
