import type { Room } from '#server/core/registry.ts';
import { ticketsVocabulary } from '#shared/tickets/vocabulary.ts';
import { ticketCustomerTables } from './customer-tables.ts';
import { ticketDeskRoutes } from './desk/routes.ts';
import { ticketJobs, ticketSchedules } from './jobs.ts';
import { ticketsRoutes } from './routes.ts';

export const ticketsRoom: Room = {
  routes: [ticketDeskRoutes, ticketsRoutes],
  vocabularies: [ticketsVocabulary],
  jobs: ticketJobs,
  schedules: ticketSchedules,
  customerTables: ticketCustomerTables,
};
