import type { Room } from '#server/core/registry.ts';
import { guidesRoutes } from './routes.ts';

export const guidesRoom: Room = { routes: [guidesRoutes] };
