import type { Room } from '#server/core/registry.ts';
import { assistantRoutes } from './routes.ts';

export const assistantRoom: Room = { routes: [assistantRoutes] };
