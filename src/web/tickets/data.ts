import { getTickets } from '#shared/tickets/tickets.ts';
import { endpointQuery } from '#web/core/api.ts';

export const ticketsQuery = (id: number) => endpointQuery(getTickets, { params: { id } });
