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
  // Registered here, because the page of this list belongs to this room. The imports room comes
  // before the room of the customer list. If the imports room registered this list, the assistant
  // would search imports when a question names no list.
  vocabularies: [importRunsVocabulary],
  settings: [retentionSettingsSchema],
  jobs: retentionJobs,
  schedules: retentionSchedules,
};
