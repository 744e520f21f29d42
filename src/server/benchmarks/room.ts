import type { Room } from '#server/core/registry.ts';
import { benchmarksRoutes } from './routes.ts';

export const benchmarksRoom: Room = { routes: [benchmarksRoutes] };
