import type { Room } from '#server/core/registry.ts';
import { schedules } from '#shared/core/schedules.ts';
import { scoringJobs } from './jobs.ts';
import { reopeningRoutes } from './reopening/reopening-routes.ts';
import { scoringRulesRoutes } from './rules/rules-routes.ts';

export const scoringRoom: Room = { routes: [reopeningRoutes, scoringRulesRoutes], jobs: scoringJobs, schedules };
