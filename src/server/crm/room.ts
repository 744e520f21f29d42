import type { Room } from '#server/core/registry.ts';
import { crmJobs, crmSchedules } from './jobs.ts';
import { crmRoutes } from './routes.ts';

export const crmRoom: Room = { routes: [crmRoutes], jobs: crmJobs, schedules: crmSchedules };
