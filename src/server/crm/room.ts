import type { Room } from '#server/core/registry.ts';
import { crmJobs, crmSchedules } from './jobs.ts';

export const crmRoom: Room = { jobs: crmJobs, schedules: crmSchedules };
