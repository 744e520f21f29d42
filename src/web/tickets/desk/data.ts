import { notifications } from '@mantine/notifications';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type TicketEdit,
  type TicketValuesBeforeEdit,
  ticketPriorities,
} from '#shared/tickets/changes.ts';
import {
  getTicket,
  getTicketChoices,
  getTicketList,
  type ListedTicket,
  patchTicket,
  postTicketConflictDecision,
  postTicketNote,
} from '#shared/tickets/desk.ts';
import { call, endpointQuery } from '#web/core/api.ts';
import { errorText } from '#web/ui/sending/error-text.ts';
import { notifyFailure } from '#web/ui/sending/notify-failure.ts';
import { notifyUndoable } from '#web/ui/sending/notify-undoable.tsx';
import { useIdempotencyId } from '#web/ui/sending/sending.ts';
import { isConflictError, refreshWork } from '#web/work/data.ts';

export const ticketListQuery = queryOptions({
  ...endpointQuery(getTicketList),
  structuralSharing: false,
});
export const ticketChoicesQuery = endpointQuery(getTicketChoices);
export const ticketQuery = (ticketId: number) =>
  queryOptions({
    ...endpointQuery(getTicket, { params: { ticketId } }),
    placeholderData: keepPreviousData,
  });

export const toTicketSnapshot = ({
  pipelineId,
  stageId,
  ownerId,
  priority,
  updatedAt,
}: ListedTicket): TicketValuesBeforeEdit => ({
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

const notifyPending = () =>
  notifications.show({
    title: 'Will sync',
    message: 'The CRM can’t be reached. Your change will be sent once it’s back.',
  });

/**
 * Returns the edit that sets a field to the ticket's value; `undefined` for a priority that only
 * the CRM can set.
 */
function toTicketEdit(
  { pipelineId, stageId, ownerId, priority }: ListedTicket,
  what: TicketEdit['what'],
): TicketEdit | undefined {
  if (what === 'stage') return { what, stage: { pipelineId, stageId } };
  if (what === 'owner') return { what, ownerId };
  const known = ticketPriorities.find((each) => each === priority);
  return known === undefined ? undefined : { what, priority: known };
}

/**
 * Restores a field of a ticket in the CRM by the edit `wanted`. Throws when the field no longer has
 * the value of the edit `made`.
 */
async function undoTicketEdit(
  ticketId: number,
  made: TicketEdit,
  wanted: TicketEdit,
): Promise<null> {
  const { ticket } = await call(getTicket, { params: { ticketId } });
  if (JSON.stringify(toTicketEdit(ticket, made.what)) !== JSON.stringify(made))
    throw new Error(`The ${made.what} has changed since.`);
  const content = { seen: toTicketSnapshot(ticket), wanted };
  await call(patchTicket, {
    params: { ticketId },
    body: { changeId: crypto.randomUUID(), ...content },
  });
  return null;
}

/**
 * Mutation that edits a ticket; retries of the same edit reuse its change id, so that the edit is
 * applied once.
 */
export function useChangeTicket(ticket: ListedTicket) {
  const refresh = useTicketRefresh();
  const once = useIdempotencyId();
  return useMutation({
    mutationFn: (wanted: TicketEdit) => {
      const content = { seen: toTicketSnapshot(ticket), wanted };
      const { ticketId } = ticket;
      return call(patchTicket, {
        params: { ticketId },
        body: { changeId: once.idFor([ticketId, content]), ...content },
      });
    },
    onSuccess: ({ state }, wanted) => {
      once.done();
      if (state === 'waiting') return notifyPending();
      const title = `Changed the ${wanted.what} of “${ticket.subject}”`;
      const previous = toTicketEdit(ticket, wanted.what);
      if (previous === undefined) notifications.show({ title, message: null });
      else
        notifyUndoable({
          id: `ticket-${ticket.ticketId}-${wanted.what}`,
          title,
          undo: () =>
            undoTicketEdit(ticket.ticketId, wanted, previous).finally(() => refresh(ticket)),
        });
    },
    onError: (error) => {
      once.done();
      notifications.show({
        color: 'red',
        title: 'Ticket not changed',
        message: isConflictError(error)
          ? 'Someone else changed the ticket first. Choose one of the two versions on the ticket.'
          : errorText(error),
      });
    },
    // Also refreshes after an error: a conflict means the ticket has changed.
    onSettled: () => refresh(ticket),
  });
}

/** Mutation that resolves a conflicting change. */
export function useResolveTicketConflict(ticket: ListedTicket) {
  const refresh = useTicketRefresh();
  return useMutation({
    mutationFn: ({ changeId, keep }: { changeId: string; keep: 'theirs' | 'mine' }) =>
      call(postTicketConflictDecision, {
        params: { ticketId: ticket.ticketId, changeId },
        body: { keep },
      }),
    onSuccess: ({ state }) => {
      if (state === 'waiting') notifyPending();
    },
    onError: (error) => notifyFailure('Conflict not resolved', error),
    onSettled: () => refresh(ticket),
  });
}

/**
 * Mutation that adds an internal note; retries of the same note reuse its id, so that the note is
 * saved once.
 */
export function useAddTicketNote(ticket: ListedTicket, onDone: () => void) {
  const refresh = useTicketRefresh();
  const once = useIdempotencyId();
  return useMutation({
    mutationFn: (body: string) => {
      const { ticketId } = ticket;
      return call(postTicketNote, {
        params: { ticketId },
        body: { messageId: once.idFor([ticketId, body]), body },
      });
    },
    onSuccess: () => {
      once.done();
      onDone();
      return refresh(ticket);
    },
  });
}
