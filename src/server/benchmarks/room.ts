import type { Room } from '#server/core/registry.ts';
import { peerQuestions } from './customer-questions.ts';
import { benchmarksRoutes } from './routes.ts';

export const benchmarksRoom: Room = {
  routes: [benchmarksRoutes],
  customerQuestions: [peerQuestions],
};
