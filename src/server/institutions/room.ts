import type { Room } from '#server/core/registry.ts';
import { institutionsRoutes } from './routes.ts';

export const institutionsRoom: Room = { routes: [institutionsRoutes] };
