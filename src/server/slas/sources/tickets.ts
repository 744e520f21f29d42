import type { SlaClockSource, UnevaluatedClock } from './source.ts';
import { findReplyWaits } from './tickets-queries.ts';

/**
 * Returns the clocks for replies to tickets, one for each wait of the customer. A wait also ends
 * when the ticket is closed without a reply, or closed and reopened. Reopening begins a new wait.
 */
export const readTicketReplyClocks: SlaClockSource = async (facts) =>
  (await findReplyWaits(facts)).map((turn): UnevaluatedClock => {
    const { repliedAt, closedAt, reopenedAt } = turn;
    const outcome =
      repliedAt !== null ? 'done' : closedAt !== null || reopenedAt !== null ? 'dropped' : null;
    return {
      key: `ticket_reply:${turn.ticketId}:${turn.began.getTime()}`,
      kind: 'ticket_reply',
      institutionId: turn.institutionId,
      institutionName: turn.institutionName,
      subject: turn.subject,
      ticketId: turn.ticketId,
      priority: turn.priority,
      ownerName: turn.ownerName,
      assigneeId: null,
      began: turn.began,
      ended: repliedAt ?? closedAt ?? reopenedAt,
      outcome,
      endedBy:
        outcome === null
          ? null
          : repliedAt !== null
            ? 'Reply'
            : closedAt !== null
              ? 'Closed without a reply'
              : 'Reopened without a reply',
      pauses: [],
    };
  });
