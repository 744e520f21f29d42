import type { Room } from '#server/core/registry.ts';
import { reassignRoutes } from './reassign/routes.ts';
import { teamRoutes } from './routes.ts';
import { teamTables } from './tables.ts';

export const teamRoom: Room = {
  routes: [teamRoutes, reassignRoutes],
  customerTables: teamTables,
};
