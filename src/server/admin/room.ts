import type { Room } from '#server/core/registry.ts';
import { postUpload } from '#shared/admin/imports/wizard.ts';
import { apiKeyRoutes } from './api-keys/routes.ts';
import { auditRoutes } from './audit/routes.ts';
import { importJobs, importSchedules } from './imports/jobs.ts';
import { importRunRoutes, uploadRoutes } from './imports/routes.ts';
import { integrationRoutes } from './integrations/routes.ts';
import { peopleRoutes } from './people/routes.ts';
import { dataQualityJob, dataQualitySchedule } from './quality/jobs.ts';
import { dataQualityRoutes } from './quality/routes.ts';
import { retentionJobs, retentionSchedules } from './retention/jobs.ts';
import { settingsRoutes } from './settings/routes.ts';

export const adminRoom: Room = {
  routes: [apiKeyRoutes, auditRoutes, dataQualityRoutes, importRunRoutes, integrationRoutes, peopleRoutes, settingsRoutes, uploadRoutes],
  bodyTypes: { [postUpload.path]: 'application/octet-stream' },
  jobs: [dataQualityJob, ...importJobs, ...retentionJobs],
  schedules: [dataQualitySchedule, ...importSchedules, ...retentionSchedules],
};
