import type { Room } from '#server/core/registry.ts';
import { mapRoutes } from './routes.ts';

export const mapRoom: Room = { routes: [mapRoutes] };
