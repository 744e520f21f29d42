import type { Room } from '#server/core/registry.ts';
import { postIngest } from '#shared/imports/report.ts';
import { postUpload } from '#shared/imports/wizard.ts';
import { apiKeyRoutes } from './api-keys/routes.ts';
import { checkStuckImports } from './check.ts';
import { importCustomerTables } from './customer-tables.ts';
import { importsRoutes } from './routes.ts';
import { importJobs, importSchedules } from './wizard/jobs.ts';
import { importRunRoutes } from './wizard/run-routes.ts';
import { uploadRoutes } from './wizard/upload-routes.ts';

export const importsRoom: Room = {
  routes: [importsRoutes, importRunRoutes, uploadRoutes, apiKeyRoutes],
  bodyTypes: { [postUpload.path]: 'application/octet-stream' },
  checks: [checkStuckImports],
  jobs: importJobs,
  schedules: importSchedules,
  // Feeds of other systems authenticate with an API key instead of a session.
  publicPaths: [postIngest.path],
  ownProofPaths: [postIngest.path],
  customerTables: importCustomerTables,
};
