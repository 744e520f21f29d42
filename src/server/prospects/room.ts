import type { Room } from '#server/core/registry.ts';
import { prospectsRoutes } from './routes.ts';

export const prospectsRoom: Room = { routes: [prospectsRoutes] };
