import type { MirrorTicket } from '#server/core/providers/hubspot/mapping.ts';

const ownTouchMilliseconds = 60_000;

/**
 * Whether nobody has changed a ticket since it was seen. HubSpot fills in properties of its own in the first minute after a ticket is
 * opened; that is nobody's change.
 */
export function isUntouched({ createdAt, updatedAt }: { createdAt: Date; updatedAt: Date }, seenAt: Date): boolean {
  if (updatedAt.getTime() === seenAt.getTime()) return true;
  const end = createdAt.getTime() + ownTouchMilliseconds;
  return seenAt.getTime() <= end && updatedAt.getTime() <= end;
}

const overlapMilliseconds = 5 * 60_000;

/** From when on the pass after one that began then asks for changes: HubSpot's search may be some minutes behind. */
export const watermarkOf = (asOf: Date): Date => new Date(asOf.getTime() - overlapMilliseconds);

interface OwnedDeal {
  deal_id: number;
  closed: boolean;
  updated_at: Date;
}

/** The deal whose owner looks after the customer: an open one before a closed one, then the one changed last, then the lowest id. */
export function leadingDeal<Deal extends OwnedDeal>(deals: readonly Deal[]): Deal | undefined {
  const order = (one: Deal, other: Deal) =>
    Number(one.closed) - Number(other.closed) || other.updated_at.getTime() - one.updated_at.getTime() || one.deal_id - other.deal_id;
  return deals.toSorted(order)[0];
}

const shownFields = ['subject', 'body', 'pipeline_id', 'stage_id', 'priority', 'owner_id'] as const;
type TicketFields = Pick<MirrorTicket, (typeof shownFields)[number] | 'updated_at'>;

/** Whether a ticket is still what somebody saw, who saw it as it was last changed then. */
export function isAsSeen(now: TicketFields, shown: TicketFields | undefined, seenAt: Date): boolean {
  if (now.updated_at.getTime() === seenAt.getTime()) return true;
  return shown?.updated_at.getTime() === seenAt.getTime() && shownFields.every((field) => now[field] === shown[field]);
}
