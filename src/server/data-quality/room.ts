import type { Room } from '#server/core/registry.ts';
import { removeDemoFixes } from './demo-rows-queries.ts';
import { dataQualityJob, dataQualitySchedule } from './jobs.ts';
import { dataQualityRoutes } from './routes.ts';
import { dataQualityTables } from './tables.ts';

export const dataQualityRoom: Room = {
  routes: [dataQualityRoutes],
  jobs: [dataQualityJob],
  schedules: [dataQualitySchedule],
  customerTables: dataQualityTables,
  removeDemoRows: removeDemoFixes,
};
