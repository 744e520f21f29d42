import type { MirrorTicket } from '#server/core/providers/hubspot/mapping.ts';

const enrichmentMilliseconds = 60_000;

/**
 * Returns `true` when no user has changed the ticket since `seenAt`. Ignores changes in the first
 * minute after the opening, in which HubSpot fills in computed properties.
 */
export function isTicketUnchangedSince(
  { createdAt, updatedAt }: { createdAt: Date; updatedAt: Date },
  seenAt: Date,
): boolean {
  if (updatedAt.getTime() === seenAt.getTime()) return true;
  const end = createdAt.getTime() + enrichmentMilliseconds;
  return seenAt.getTime() <= end && updatedAt.getTime() <= end;
}

const overlapMilliseconds = 5 * 60_000;

/**
 * Returns the time from which the next pass reads changes. Two passes overlap by five minutes,
 * because HubSpot's search is delayed.
 */
export const nextChangesStartTime = (asOf: Date): Date =>
  new Date(asOf.getTime() - overlapMilliseconds);

interface OwnedDeal {
  deal_id: number;
  closed: boolean;
  updated_at: Date;
}

/**
 * Returns the deal that determines the customer's owner. An open deal comes before a closed deal.
 * Among the open or the closed deals, the most recently changed deal comes first, then the deal
 * with the lowest id.
 */
export function selectOwnerDeal<Deal extends OwnedDeal>(deals: readonly Deal[]): Deal | undefined {
  const order = (one: Deal, other: Deal) =>
    Number(one.closed) - Number(other.closed) ||
    other.updated_at.getTime() - one.updated_at.getTime() ||
    one.deal_id - other.deal_id;
  return deals.toSorted(order)[0];
}

const comparedFields = [
  'subject',
  'body',
  'pipeline_id',
  'stage_id',
  'priority',
  'owner_id',
] as const;
type TicketFields = Pick<MirrorTicket, (typeof comparedFields)[number] | 'updated_at'>;

/**
 * Returns `true` when the ticket is unchanged since `seenAt`. Either its update time is the same,
 * or its fields equal the local copy from that time.
 */
export function matchesTicketSnapshot(
  now: TicketFields,
  copy: TicketFields | undefined,
  seenAt: Date,
): boolean {
  if (now.updated_at.getTime() === seenAt.getTime()) return true;
  return (
    copy?.updated_at.getTime() === seenAt.getTime() &&
    comparedFields.every((field) => now[field] === copy[field])
  );
}
