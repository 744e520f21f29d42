import type { Room } from '#server/core/registry.ts';
import { institutionCustomerTables } from './customer-tables.ts';
import { institutionsRoutes } from './routes.ts';

export const institutionsRoom: Room = {
  routes: [institutionsRoutes],
  customerTables: institutionCustomerTables,
};
