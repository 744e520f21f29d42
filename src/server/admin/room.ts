import type { Room } from '#server/core/registry.ts';
import { apiKeyRoutes } from './api-keys/routes.ts';
import { auditRoutes } from './audit/routes.ts';
import { peopleRoutes } from './people/routes.ts';
import { dataQualityJob, dataQualitySchedule } from './quality/jobs.ts';
import { dataQualityRoutes } from './quality/routes.ts';

export const adminRoom: Room = {
  routes: [apiKeyRoutes, auditRoutes, peopleRoutes, dataQualityRoutes],
  jobs: [dataQualityJob],
  schedules: [dataQualitySchedule],
};
