import { postClientError } from '#shared/core/client-errors.ts';
import { jobSettingsSchema } from '#shared/core/jobs/job-settings-schema.ts';
import { companySettingsSchema } from '#shared/core/settings/company.ts';
import { getClientSettings } from '#shared/core/settings/settings.ts';
import type { Room } from './registry.ts';
import { clientSettingsRoutes } from './settings/routes.ts';
import { clientErrorsRoutes } from './status/client-errors-routes.ts';
import { systemNoticesRoutes } from './status/notices-routes.ts';
import { serverStatusRoutes } from './status/server-status-routes.ts';
import { telemetryRoutes } from './telemetry/routes.ts';

export const coreRoom: Room = {
  routes: [clientErrorsRoutes, systemNoticesRoutes, clientSettingsRoutes],
  settings: [companySettingsSchema, jobSettingsSchema],
  // A page can crash before its user has signed in.
  publicPaths: [getClientSettings.path, postClientError.path],
};

/** Routes for monitoring: server status and metrics. */
export const monitoringRoom: Room = { routes: [serverStatusRoutes, telemetryRoutes] };
