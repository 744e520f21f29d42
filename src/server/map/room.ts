import type { Room } from '#server/core/registry.ts';
import { routeSettingsSchema } from '#shared/map/route/settings.ts';
import { mapRouteRoutes } from './route/routes.ts';
import { mapRoutes } from './routes.ts';

export const mapRoom: Room = {
  routes: [mapRoutes, mapRouteRoutes],
  settings: [routeSettingsSchema],
};
