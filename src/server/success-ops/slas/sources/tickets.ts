import type { SlaSource, SourceClock } from './source.ts';
import { ticketTurns } from './tickets-queries.ts';

/**
 * Each time that a customer waits for our word on a ticket. A ticket that is closed without one ends the wait, and so does one that was
 * closed and opened again, after which the customer waits anew.
 */
export const ticketClocks: SlaSource = async (facts) =>
  (await ticketTurns(facts)).map((turn): SourceClock => {
    const { repliedAt, closedAt, reopenedAt } = turn;
    const outcome = repliedAt !== null ? 'done' : closedAt !== null || reopenedAt !== null ? 'dropped' : null;
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
              : 'Opened again without a reply',
      pauses: [],
    };
  });
