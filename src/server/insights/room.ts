import type { Room } from '#server/core/registry.ts';
import { getInsights } from '#shared/insights/insights.ts';
import { insightLinkRoutes } from './link-routes.ts';
import { insightsRoutes } from './routes.ts';
import { insightTables } from './tables.ts';

export const insightsRoom: Room = {
  routes: [insightsRoutes, insightLinkRoutes],
  publicPaths: [getInsights.path],
  customerTables: insightTables,
};
