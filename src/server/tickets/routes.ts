import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#server/core/dependencies.ts';
import { route } from '#server/core/http/route.ts';
import { requireInstitution } from '#server/institutions/existence.ts';
import { getTickets } from '#shared/tickets/tickets.ts';
import { institutionTickets, ticketCounts } from './queries.ts';

export function ticketsRoutes(app: FastifyInstance, { database }: Dependencies): void {
  const { foreground } = database;
  route(app, getTickets, async ({ params, query }) => {
    await requireInstitution(foreground, params.id);
    return {
      rows: await institutionTickets(foreground, params.id, query.limit),
      ...(await ticketCounts(foreground, params.id)),
    };
  });
}
