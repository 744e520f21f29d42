import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#server/core/dependencies.ts';
import { route } from '#server/core/http/route.ts';
import { requireInstitution } from '#server/institutions/existence.ts';
import { getTickets } from '#shared/tickets/tickets.ts';
import { institutionTickets, ticketCounts } from './queries.ts';

export function ticketsRoutes(app: FastifyInstance, { database }: Dependencies): void {
  const { requests } = database;
  route(app, getTickets, async ({ params, query }) => {
    await requireInstitution(requests, params.id);
    return { tickets: await institutionTickets(requests, params.id, query.limit), ...(await ticketCounts(requests, params.id)) };
  });
}
