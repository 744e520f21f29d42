import { clientErrorsRoutes } from './client-errors-routes.ts';
import { jobsRoutes } from './jobs/routes.ts';
import { noticesRoutes } from './notices-routes.ts';
import type { Room } from './registry.ts';
import { serverStatusRoutes } from './server-status-routes.ts';
import { settingsRoutes } from './settings-routes.ts';
import { telemetryRoutes } from './telemetry/routes.ts';

export const coreRoom: Room = { routes: [clientErrorsRoutes, jobsRoutes, noticesRoutes, settingsRoutes] };

/** What whoever watches a process asks it. */
export const watchRoom: Room = { routes: [serverStatusRoutes, telemetryRoutes] };
