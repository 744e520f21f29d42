import type { Room } from '#server/core/registry.ts';
import { retentionSettingsSchema } from '#shared/admin/retention/retention-settings-schema.ts';
import { importRunsVocabulary } from '#shared/imports/vocabulary.ts';
import { auditRoutes } from './audit/routes.ts';
import { integrationRoutes } from './integrations/routes.ts';
import { peopleRoutes } from './people/routes.ts';
import { retentionJobs, retentionSchedules } from './retention/jobs.ts';
import { settingsRoutes } from './settings/routes.ts';

export const adminRoom: Room = {
  routes: [auditRoutes, integrationRoutes, peopleRoutes, settingsRoutes],
  // The page of this room shows the imports. A list of a room before the customers would become the
  // list of questions that name none.
  vocabularies: [importRunsVocabulary],
  settings: [retentionSettingsSchema],
  jobs: retentionJobs,
  schedules: retentionSchedules,
};
