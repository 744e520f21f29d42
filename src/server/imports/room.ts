import type { Room } from '#server/core/registry.ts';
import { importsRoutes } from './routes.ts';

export const importsRoom: Room = { routes: [importsRoutes] };
