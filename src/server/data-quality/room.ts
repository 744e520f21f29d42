import type { Room } from '#server/core/registry.ts';
import { dataQualityVocabulary } from '#shared/data-quality/vocabulary.ts';
import { dataQualityCustomerTables } from './customer-tables.ts';
import { removeDemoDataQualityRows } from './demo-rows-queries.ts';
import { dataQualityJob, dataQualitySchedule } from './jobs.ts';
import { dataQualityRoutes } from './routes.ts';

export const dataQualityRoom: Room = {
  routes: [dataQualityRoutes],
  vocabularies: [dataQualityVocabulary],
  jobs: [dataQualityJob],
  schedules: [dataQualitySchedule],
  customerTables: dataQualityCustomerTables,
  removeDemoRows: removeDemoDataQualityRows,
};
