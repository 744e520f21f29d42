import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#server/core/dependencies.ts';
import { route } from '#server/core/http/route.ts';
import { requireInstitution } from '#server/institutions/existence.ts';
import { getInstitutionTickets } from '#shared/tickets/tickets.ts';
import { countOpenAndClosedTickets, findInstitutionTickets } from './queries.ts';

export function ticketsRoutes(app: FastifyInstance, { database }: Dependencies): void {
  const { foreground } = database;
  route(app, getInstitutionTickets, async ({ params, query }) => {
    await requireInstitution(foreground, params.id);
    return {
      rows: await findInstitutionTickets(foreground, params.id, query.limit),
      ...(await countOpenAndClosedTickets(foreground, params.id)),
    };
  });
}
