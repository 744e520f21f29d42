import type { FastifyInstance } from 'fastify';
import { getTickets } from '#shared/tickets.ts';
import type { Dependencies } from '../dependencies.ts';
import { notFound } from '../errors.ts';
import { route } from '../route.ts';
import { institutionTickets, ticketCounts } from './tickets-queries.ts';
import { institutionExists } from './work-event-queries.ts';

export function ticketsRoutes(app: FastifyInstance, { database }: Dependencies): void {
  const { requests } = database;
  route(app, getTickets, async ({ params, query }) => {
    if (!(await institutionExists(requests, params.id))) throw notFound('This institution');
    return { tickets: await institutionTickets(requests, params.id, query.limit), ...(await ticketCounts(requests, params.id)) };
  });
}
