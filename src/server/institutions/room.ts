import type { Room } from '#server/core/registry.ts';
import { institutionsRoutes } from './routes.ts';
import { institutionTables } from './tables.ts';

export const institutionsRoom: Room = {
  routes: [institutionsRoutes],
  customerTables: institutionTables,
};
