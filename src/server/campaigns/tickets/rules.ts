import type {
  CampaignTicket,
  ListedCampaign,
  PlannedTicket,
} from '#shared/campaigns/tickets/campaigns.ts';
import type { CampaignDraft } from '#shared/campaigns/tickets/draft.ts';
import {
  countDaysSinceTouch,
  needsTicketAttention,
  type RecipientTicketState,
  recipientStatus,
} from '#shared/campaigns/tickets/rules.ts';
import { fillFields, fillSubject } from '#shared/campaigns/tickets/text.ts';
import { customerExclusionReasonLabels } from '#shared/campaigns/tickets/words.ts';
import { type Day, dayIn } from '#shared/core/dates.ts';
import type { NewRecipient } from './new-campaign-queries.ts';
import type { CampaignRow, CampaignTicketRow } from './queries.ts';

/**
 * Converts a planned ticket to a recipient row. Fills the placeholders of the texts for the
 * customer.
 */
export function toRecipientRow(
  row: PlannedTicket,
  { subject, body }: Pick<CampaignDraft, 'subject' | 'body'>,
): NewRecipient {
  const { institutionId, ownerId, values, getsTicket, reason, because } = row;
  if (getsTicket) {
    const text = { subject: fillSubject(subject, values), body: fillFields(body, values) };
    return { institutionId, ownerId, ...text, state: 'waiting', reason: null };
  }
  const why =
    reason === null
      ? null
      : `${customerExclusionReasonLabels[reason]}${because === null ? '' : `: ${because}`}`;
  return { institutionId, ownerId: null, subject: '', body: '', state: 'left_out', reason: why };
}

export const toListedCampaign = ({
  madeById,
  madeByName,
  madeAt,
  finishedAt: _,
  leftOut: __,
  ...row
}: CampaignRow): ListedCampaign => ({
  ...row,
  madeBy: { id: madeById, name: madeByName },
  madeAt: madeAt.toISOString(),
});

function ticketFacts(row: CampaignTicketRow): RecipientTicketState['ticket'] {
  const { hasTicket, isOpen, createdAt, updatedAt, seenAt, lastAt, lastOut, lastIn } = row;
  if (!hasTicket || createdAt === null || updatedAt === null) return null;
  const isTouched = lastAt !== null || seenAt === null || updatedAt.getTime() !== seenAt.getTime();
  const touchedAt = lastAt !== null && lastAt > updatedAt ? lastAt : updatedAt;
  return {
    isOpen: isOpen === true,
    isTouched,
    waitsForCustomer: lastOut !== null && (lastIn === null || lastIn < lastOut),
    // Bulk changes of a campaign do not count as work on the ticket.
    lastTouchAt: isTouched ? touchedAt : createdAt,
  };
}

interface Moment {
  dueOn: Day;
  isEnded: boolean;
  timeZone: string;
  now: Date;
}

/**
 * Converts a recipient row to the schema of the contract, with the ticket's status at time `now`.
 */
export function toCampaignTicket(
  row: CampaignTicketRow,
  { dueOn, isEnded, timeZone, now }: Moment,
): CampaignTicket {
  const facts = { state: row.state, ticket: ticketFacts(row) };
  return {
    recipientId: row.recipientId,
    institutionId: row.institutionId,
    institutionName: row.institutionName,
    status: recipientStatus(facts),
    reason: row.reason,
    ticketId: row.ticketId,
    stage: row.stage,
    ownerName: row.ownerName,
    openedOn: row.createdAt === null ? null : dayIn(timeZone, row.createdAt),
    idleDays:
      facts.ticket?.isOpen === true ? countDaysSinceTouch(facts.ticket.lastTouchAt, now) : null,
    isStraggler: needsTicketAttention(facts, { dueOn, isEnded }, dayIn(timeZone, now), now),
  };
}
