import type { Room } from '#server/core/registry.ts';
import { casesRoutes } from './cases-routes.ts';
import { notesRoutes } from './notes-routes.ts';
import { tasksRoutes } from './tasks-routes.ts';

export const workRoom: Room = { routes: [casesRoutes, notesRoutes, tasksRoutes] };
