import type { Room } from '#server/core/registry.ts';
import { ticketsRoutes } from './routes.ts';

export const ticketsRoom: Room = { routes: [ticketsRoutes] };
