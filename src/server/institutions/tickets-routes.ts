import type { FastifyInstance } from 'fastify';
import { getTickets } from '#shared/tickets.ts';
import type { Dependencies } from '../dependencies.ts';
import { route } from '../route.ts';
import { requireInstitution } from './existence.ts';
import { institutionTickets, ticketCounts } from './tickets-queries.ts';

export function ticketsRoutes(app: FastifyInstance, { database }: Dependencies): void {
  const { requests } = database;
  route(app, getTickets, async ({ params, query }) => {
    await requireInstitution(requests, params.id);
    return { tickets: await institutionTickets(requests, params.id, query.limit), ...(await ticketCounts(requests, params.id)) };
  });
}
