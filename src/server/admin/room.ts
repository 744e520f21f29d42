import type { Room } from '#server/core/registry.ts';
import { retentionSettingsSchema } from '#shared/admin/retention/retention-settings-schema.ts';
import { auditRoutes } from './audit/routes.ts';
import { integrationRoutes } from './integrations/routes.ts';
import { peopleRoutes } from './people/routes.ts';
import { retentionJobs, retentionSchedules } from './retention/jobs.ts';
import { settingsRoutes } from './settings/routes.ts';

export const adminRoom: Room = {
  routes: [auditRoutes, integrationRoutes, peopleRoutes, settingsRoutes],
  settings: [retentionSettingsSchema],
  jobs: retentionJobs,
  schedules: retentionSchedules,
};
