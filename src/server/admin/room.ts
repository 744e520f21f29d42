import type { Room } from '#server/core/registry.ts';
import { postUpload } from '#shared/imports/wizard.ts';
import { apiKeyRoutes } from '#server/imports/api-keys/routes.ts';
import { auditRoutes } from './audit/routes.ts';
import { importJobs, importSchedules } from '#server/imports/wizard/jobs.ts';
import { importRunRoutes, uploadRoutes } from '#server/imports/wizard/routes.ts';
import { integrationRoutes } from './integrations/routes.ts';
import { peopleRoutes } from './people/routes.ts';
import { dataQualityJob, dataQualitySchedule } from '#server/data-quality/jobs.ts';
import { dataQualityRoutes } from '#server/data-quality/routes.ts';
import { retentionJobs, retentionSchedules } from './retention/jobs.ts';
import { settingsRoutes } from './settings/routes.ts';

export const adminRoom: Room = {
  routes: [apiKeyRoutes, auditRoutes, dataQualityRoutes, importRunRoutes, integrationRoutes, peopleRoutes, settingsRoutes, uploadRoutes],
  bodyTypes: { [postUpload.path]: 'application/octet-stream' },
  jobs: [dataQualityJob, ...importJobs, ...retentionJobs],
  schedules: [dataQualitySchedule, ...importSchedules, ...retentionSchedules],
};
