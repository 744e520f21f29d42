import type { Room } from '#server/core/registry.ts';
import { prospectCustomerTables } from './customer-tables.ts';
import { removeDemoProspects } from './demo-rows-queries.ts';
import { prospectsRoutes } from './routes.ts';

export const prospectsRoom: Room = {
  routes: [prospectsRoutes],
  customerTables: prospectCustomerTables,
  removeDemoRows: removeDemoProspects,
};
