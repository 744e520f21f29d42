import { notifications } from '@mantine/notifications';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { TicketEdit, TicketSeen } from '#shared/tickets/changes.ts';
import {
  getTicket,
  getTicketChoices,
  getTicketList,
  type ListedTicket,
  patchTicket,
  postTicketDecision,
  postTicketNote,
} from '#shared/tickets/desk.ts';
import { call, endpointQuery } from '#web/core/api.ts';
import { sayError } from '#web/ui/sending/say-error.ts';
import { sayNotDone } from '#web/ui/sending/say-not-done.ts';
import { useOnceId } from '#web/ui/sending/sending.ts';
import { isConflict, refreshWork } from '#web/work/data.ts';

export const ticketListQuery = queryOptions({ ...endpointQuery(getTicketList), structuralSharing: false });
export const ticketChoicesQuery = endpointQuery(getTicketChoices);
export const ticketQuery = (ticketId: number) =>
  queryOptions({ ...endpointQuery(getTicket, { params: { ticketId } }), placeholderData: keepPreviousData });

export const seenOf = ({ pipelineId, stageId, ownerId, priority, updatedAt }: ListedTicket): TicketSeen => ({
  pipelineId,
  stageId,
  ownerId,
  priority,
  updatedAt,
});

function useTicketRefresh() {
  const client = useQueryClient();
  return ({ ticketId, institutionId }: Pick<ListedTicket, 'ticketId' | 'institutionId'>) =>
    Promise.all([
      client.invalidateQueries({ queryKey: ticketListQuery.queryKey }),
      client.invalidateQueries({ queryKey: ticketQuery(ticketId).queryKey }),
      refreshWork(client, [institutionId]),
    ]);
}

const sayWaiting = () =>
  notifications.show({ title: 'Will sync', message: 'The CRM cannot be reached. The change is sent when it is back.' });

/** Changes a ticket, once however often it is tried. */
export function useTicketChange(ticket: ListedTicket) {
  const refresh = useTicketRefresh();
  const once = useOnceId();
  return useMutation({
    mutationFn: (wanted: TicketEdit) => {
      const content = { seen: seenOf(ticket), wanted };
      const { ticketId } = ticket;
      return call(patchTicket, { params: { ticketId }, body: { changeId: once.idFor([ticketId, content]), ...content } });
    },
    onSuccess: ({ state }) => {
      once.done();
      if (state === 'waiting') sayWaiting();
    },
    onError: (error) => {
      once.done();
      notifications.show({
        color: 'red',
        title: 'Not changed',
        message: isConflict(error) ? 'It has changed in the meantime: the ticket shows both versions. Choose one.' : sayError(error),
      });
    },
    // Read again after a refusal too: somebody has changed it meanwhile.
    onSettled: () => refresh(ticket),
  });
}

/** Decides what becomes of a change that met another one. */
export function useTicketDecision(ticket: ListedTicket) {
  const refresh = useTicketRefresh();
  return useMutation({
    mutationFn: ({ changeId, keep }: { changeId: string; keep: 'theirs' | 'mine' }) =>
      call(postTicketDecision, { params: { ticketId: ticket.ticketId, changeId }, body: { keep } }),
    onSuccess: ({ state }) => {
      if (state === 'waiting') sayWaiting();
    },
    onError: (error) => sayNotDone('Not decided', error),
    onSettled: () => refresh(ticket),
  });
}

/** Writes a note for colleagues, once however often it is tried. */
export function useTicketNote(ticket: ListedTicket, onDone: () => void) {
  const refresh = useTicketRefresh();
  const once = useOnceId();
  return useMutation({
    mutationFn: (body: string) => {
      const { ticketId } = ticket;
      return call(postTicketNote, { params: { ticketId }, body: { messageId: once.idFor([ticketId, body]), body } });
    },
    onSuccess: () => {
      once.done();
      onDone();
      return refresh(ticket);
    },
  });
}
