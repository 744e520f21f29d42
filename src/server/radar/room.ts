import type { Room } from '#server/core/registry.ts';
import { incidentsVocabulary } from '#shared/radar/vocabulary.ts';
import { radarCustomerTables } from './customer-tables.ts';
import { removeEmptyIncidents } from './demo-rows-queries.ts';
import { incidentRadarJob, radarSchedule } from './jobs.ts';
import { radarRoutes } from './routes.ts';
import { radarTimeline } from './timeline.ts';

export const radarRoom: Room = {
  routes: [radarRoutes],
  vocabularies: [incidentsVocabulary],
  jobs: [incidentRadarJob],
  schedules: [radarSchedule],
  timeline: radarTimeline,
  customerTables: radarCustomerTables,
  removeDemoRows: removeEmptyIncidents,
};
