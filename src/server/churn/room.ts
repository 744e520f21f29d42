import type { Room } from '#server/core/registry.ts';
import { pipelineJobs, pipelineSchedules } from './pipeline/jobs.ts';
import { pipelineRoutes } from './pipeline/routes.ts';
import { predictionRoutes } from './predictions/routes.ts';
import { qualityRoutes } from './quality/routes.ts';

export const churnRoom: Room = {
  routes: [pipelineRoutes, predictionRoutes, qualityRoutes],
  jobs: pipelineJobs,
  schedules: pipelineSchedules,
};
