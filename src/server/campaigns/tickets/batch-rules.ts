import type { BatchChange, BatchRow } from '#server/tickets/desk/batch-queries.ts';
import type { CampaignBatch } from '#shared/campaigns/tickets/batches.ts';
import { undoUntil } from '#shared/campaigns/tickets/rules.ts';
import type { OpenTicket } from './queries.ts';

/** Gives the tickets of these customers to people in turn; one whose person is among them stays. */
export function reassigned(open: readonly OpenTicket[], institutionIds: readonly number[], ownerIds: readonly number[]): BatchChange[] {
  const isMeant = new Set(institutionIds);
  const has = new Set<number | null>(ownerIds);
  return open
    .filter(({ institutionId, ownerId }) => isMeant.has(institutionId) && !has.has(ownerId))
    .flatMap(({ institutionId, ticketId, isUntouched }, turn) => {
      const ownerId = ownerIds[turn % ownerIds.length];
      return ownerId === undefined ? [] : [{ institutionId, ticketId, isUntouched, wanted: { what: 'owner', ownerId } }];
    });
}

/** Closes the tickets, each in its own pipeline; one whose pipeline has no stage of closed tickets stays open. */
export const closed = (open: readonly OpenTicket[]): BatchChange[] =>
  open.flatMap(({ institutionId, ticketId, isUntouched, closed: stage }) =>
    stage === null ? [] : [{ institutionId, ticketId, isUntouched, wanted: { what: 'stage', stage } }],
  );

/** A batch as its campaign's page shows it. */
export function campaignBatch(row: BatchRow): CampaignBatch {
  const { batchId, what, detail, madeBy, madeAt, undoneBy, undoneAt, tickets, waiting, made, stayed, takenBack } = row;
  const to = Array.isArray(detail.to) ? detail.to.map(String) : [];
  const undone = undoneAt === null ? null : { by: undoneBy ?? 'somebody', at: undoneAt.toISOString() };
  const until = undone === null ? (undoUntil(madeAt)?.toISOString() ?? null) : null;
  return { batchId, what, to, by: madeBy, at: madeAt.toISOString(), tickets, waiting, made, stayed, takenBack, undone, undoUntil: until };
}
