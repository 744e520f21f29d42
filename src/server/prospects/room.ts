import type { Room } from '#server/core/registry.ts';
import { removeDemoProspects } from './demo-rows-queries.ts';
import { prospectsRoutes } from './routes.ts';
import { prospectTables } from './tables.ts';

export const prospectsRoom: Room = {
  routes: [prospectsRoutes],
  customerTables: prospectTables,
  removeDemoRows: removeDemoProspects,
};
