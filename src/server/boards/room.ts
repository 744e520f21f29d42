import type { Room } from '#server/core/registry.ts';
import { boardsRoutes } from './routes.ts';

export const boardsRoom: Room = { routes: [boardsRoutes] };
