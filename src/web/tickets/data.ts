import { getInstitutionTickets } from '#shared/tickets/tickets.ts';
import { endpointQuery } from '#web/core/api.ts';

export const customerTicketsQuery = (id: number) =>
  endpointQuery(getInstitutionTickets, { params: { id } });
