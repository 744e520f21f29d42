import type { Room } from '#server/core/registry.ts';
import { insightsSettingsSchema } from '#shared/insights/access-settings.ts';
import { getInsights } from '#shared/insights/insights.ts';
import { determineDefaultInsightsAccess } from './access.ts';
import { insightCustomerTables } from './customer-tables.ts';
import { insightLinkRoutes } from './link-routes.ts';
import { insightsRoutes } from './routes.ts';

export const insightsRoom: Room = {
  routes: [insightsRoutes, insightLinkRoutes],
  publicPaths: [getInsights.path],
  customerTables: insightCustomerTables,
  settings: [insightsSettingsSchema],
  environmentSettings: (env) => ({
    insightsAccess: {
      variable: 'INSIGHTS_ACCESS',
      value: env.INSIGHTS_ACCESS,
      whileUnset: determineDefaultInsightsAccess(env),
    },
  }),
};
