import type { CampaignTicket, RecipientStatus } from './campaigns.ts';

/** Statuses of tickets that have an owner. */
export const ownedTicketStatuses = [
  'waiting',
  'not_started',
  'in_progress',
  'with_customer',
  'done',
] as const satisfies RecipientStatus[];

export interface OwnerProgress {
  ownerName: string | null;
  tickets: number;
  counts: Record<(typeof ownedTicketStatuses)[number], number>;
  stragglers: number;
}

/** Counts tickets by owner and status. The owner with the most open tickets comes first. */
export function countTicketsByOwner(rows: readonly CampaignTicket[]): OwnerProgress[] {
  const handled = rows.filter(({ status }) => ownedTicketStatuses.some((each) => each === status));
  const open = ({ tickets, counts }: OwnerProgress) => tickets - counts.done;
  return [...Map.groupBy(handled, ({ ownerName }) => ownerName)]
    .map(([ownerName, own]): OwnerProgress => {
      const count = (status: RecipientStatus) => own.filter((row) => row.status === status).length;
      return {
        ownerName,
        tickets: own.length,
        counts: {
          waiting: count('waiting'),
          not_started: count('not_started'),
          in_progress: count('in_progress'),
          with_customer: count('with_customer'),
          done: count('done'),
        },
        stragglers: own.filter((row) => row.isStraggler).length,
      };
    })
    .toSorted(
      (one, other) =>
        open(other) - open(one) || (one.ownerName ?? '').localeCompare(other.ownerName ?? ''),
    );
}
