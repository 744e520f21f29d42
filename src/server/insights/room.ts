import type { Room } from '#server/core/registry.ts';
import { getInsights } from '#shared/insights/insights.ts';
import { insightCustomerTables } from './customer-tables.ts';
import { insightLinkRoutes } from './link-routes.ts';
import { insightsRoutes } from './routes.ts';

export const insightsRoom: Room = {
  routes: [insightsRoutes, insightLinkRoutes],
  publicPaths: [getInsights.path],
  customerTables: insightCustomerTables,
};
