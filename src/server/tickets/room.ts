import type { Room } from '#server/core/registry.ts';
import { ticketDeskRoutes } from './desk/routes.ts';
import { ticketJobs, ticketSchedules } from './jobs.ts';
import { ticketsRoutes } from './routes.ts';
import { ticketTables } from './tables.ts';

export const ticketsRoom: Room = {
  routes: [ticketDeskRoutes, ticketsRoutes],
  jobs: ticketJobs,
  schedules: ticketSchedules,
  customerTables: ticketTables,
};
