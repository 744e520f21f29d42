import type { Room } from '#server/core/registry.ts';
import { healthQuestions } from './customer-questions.ts';
import { healthRoutes } from './routes.ts';
import { institutionUsageRoutes } from './usage-routes.ts';

export const healthRoom: Room = {
  routes: [healthRoutes, institutionUsageRoutes],
  customerQuestions: healthQuestions,
};
