import type { BatchChange, CampaignBatchRow } from '#server/tickets/desk/batch-queries.ts';
import type { CampaignTicketsBulkChange } from '#shared/campaigns/tickets/batches.ts';
import { campaignUndoDeadline } from '#shared/campaigns/tickets/rules.ts';
import type { OpenTicket } from './queries.ts';

/**
 * Returns the changes that assign the open tickets of the customers to the owners `ownerIds` in
 * turn. Skips tickets that one of these owners already has.
 */
export function planTicketReassignments(
  open: readonly OpenTicket[],
  institutionIds: readonly number[],
  ownerIds: readonly number[],
): BatchChange[] {
  const isIncluded = new Set(institutionIds);
  const newOwners = new Set<number | null>(ownerIds);
  return open
    .filter(
      ({ institutionId, ownerId }) => isIncluded.has(institutionId) && !newOwners.has(ownerId),
    )
    .flatMap(({ institutionId, ticketId, isUntouched }, turn) => {
      const ownerId = ownerIds[turn % ownerIds.length];
      return ownerId === undefined
        ? []
        : [{ institutionId, ticketId, isUntouched, wanted: { what: 'owner', ownerId } }];
    });
}

/**
 * Returns the changes that close the tickets. Skips tickets in pipelines without a closed stage.
 */
export const planTicketClosings = (open: readonly OpenTicket[]): BatchChange[] =>
  open.flatMap(({ institutionId, ticketId, isUntouched, closed: stage }) =>
    stage === null
      ? []
      : [{ institutionId, ticketId, isUntouched, wanted: { what: 'stage', stage } }],
  );

/** Converts a batch row to the schema of the contract. */
export function toCampaignBatch(row: CampaignBatchRow): CampaignTicketsBulkChange {
  const {
    batchId,
    what,
    detail,
    madeBy,
    madeAt,
    undoneBy,
    undoneAt,
    tickets,
    waiting,
    made,
    stayed,
    takenBack,
  } = row;
  const to = Array.isArray(detail.to) ? detail.to.map(String) : [];
  const undone =
    undoneAt === null ? null : { by: undoneBy ?? 'a former user', at: undoneAt.toISOString() };
  const until = undone === null ? (campaignUndoDeadline(madeAt)?.toISOString() ?? null) : null;
  return {
    batchId,
    what,
    to,
    by: madeBy,
    at: madeAt.toISOString(),
    tickets,
    waiting,
    made,
    stayed,
    takenBack,
    undone,
    undoUntil: until,
  };
}
