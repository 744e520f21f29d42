import type { Room } from '#server/core/registry.ts';
import { retentionSettings } from '#shared/admin/retention/retention-settings.ts';
import { auditRoutes } from './audit/routes.ts';
import { integrationRoutes } from './integrations/routes.ts';
import { peopleRoutes } from './people/routes.ts';
import { retentionJobs, retentionSchedules } from './retention/jobs.ts';
import { settingsRoutes } from './settings/routes.ts';

export const adminRoom: Room = {
  routes: [auditRoutes, integrationRoutes, peopleRoutes, settingsRoutes],
  settings: [retentionSettings],
  jobs: retentionJobs,
  schedules: retentionSchedules,
};
