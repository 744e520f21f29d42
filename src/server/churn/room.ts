import type { Room } from '#server/core/registry.ts';
import { lossesVocabulary } from '#shared/churn/losses/vocabulary.ts';
import { predictionVocabularies } from '#shared/churn/predictions/vocabulary.ts';
import { flagsVocabulary } from '#shared/churn/quality/vocabulary.ts';
import { causeRoutes } from './causes/routes.ts';
import { revenueRoutes } from './contracts/routes.ts';
import { churnCustomerTables } from './customer-tables.ts';
import { removeDemoModels } from './demo-rows-queries.ts';
import { departuresJob, departuresSchedule } from './losses/jobs.ts';
import { reviewRoutes } from './losses/review-routes.ts';
import { lossRoutes } from './losses/routes.ts';
import { pipelineJobs, pipelineSchedules } from './pipeline/jobs.ts';
import { pipelineRoutes } from './pipeline/routes.ts';
import { predictionRoutes } from './predictions/routes.ts';
import { qualityRoutes } from './quality/routes.ts';
import { survivalRoutes } from './survival/routes.ts';
import { churnTimeline } from './timeline.ts';

export const churnRoom: Room = {
  routes: [
    lossRoutes,
    reviewRoutes,
    revenueRoutes,
    causeRoutes,
    survivalRoutes,
    pipelineRoutes,
    predictionRoutes,
    qualityRoutes,
  ],
  jobs: [departuresJob, ...pipelineJobs],
  schedules: [departuresSchedule, ...pipelineSchedules],
  vocabularies: [...predictionVocabularies, lossesVocabulary, flagsVocabulary],
  timeline: churnTimeline,
  customerTables: churnCustomerTables,
  removeDemoRows: removeDemoModels,
};
