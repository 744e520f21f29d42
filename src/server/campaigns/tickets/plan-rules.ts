import type {
  CustomerExclusionReason,
  PlannedTicket,
} from '#shared/campaigns/tickets/campaigns.ts';
import {
  type CampaignAssignment,
  type CampaignDraft,
  maxDraftLengths,
} from '#shared/campaigns/tickets/draft.ts';
import {
  type CampaignFieldValues,
  fillFields,
  fillSubject,
} from '#shared/campaigns/tickets/text.ts';
import { countText, dayInWords } from '#shared/core/words.ts';
import type { ListedInstitution } from '#shared/portfolio/list.ts';
import type { ExistingCustomerTickets } from './plan-queries.ts';

export interface TicketCandidate {
  institutionId: number;
  institutionName: string;
  /** Customer in the list of institutions; `undefined` for a lost customer. */
  customer: Pick<ListedInstitution, 'locationCount' | 'city' | 'state' | 'ehr'> | undefined;
  /** Id of the customer's active owner in the CRM; `undefined` without one. */
  ownerId: number | undefined;
}

export type CampaignDraftForPlanning = Pick<
  CampaignDraft,
  'subject' | 'body' | 'assignment' | 'dueOn' | 'leavesOutDuplicates'
>;

/** Returns the values of the placeholders for a customer, except the assignee. */
function valuesOf(
  { institutionName, customer, ownerId }: TicketCandidate,
  dueOn: string,
  names: ReadonlyMap<number, string>,
): CampaignFieldValues {
  const locations = customer?.locationCount ?? 0;
  return {
    customer: institutionName,
    owner: (ownerId === undefined ? undefined : names.get(ownerId)) ?? null,
    assignee: null,
    locations: locations === 0 ? null : countText(locations, 'location'),
    city: customer?.city ?? null,
    state: customer?.state ?? null,
    ehr: customer?.ehr ?? null,
    due: dayInWords(dueOn),
  };
}

/**
 * Returns the assignee of a customer's ticket. `turn` is the number of tickets planned before this
 * one.
 */
export function chooseTicketAssignee(
  assignment: CampaignAssignment,
  ownerId: number | undefined,
  turn: number,
): number {
  switch (assignment.to) {
    case 'owner':
      return ownerId ?? assignment.otherwise;
    case 'pool':
      return assignment.ownerIds[turn % assignment.ownerIds.length] ?? 0;
    case 'one':
      return assignment.ownerId;
  }
}

type Exclusion = { reason: CustomerExclusionReason; because: string | null } | undefined;

function findExclusion(
  { customer }: TicketCandidate,
  subject: string,
  duplicate: ExistingCustomerTickets | undefined,
): Exclusion {
  if (customer === undefined) return { reason: 'gone', because: null };
  const { sameKind = null, recent = null, hasSubject = false } = duplicate ?? {};
  if (sameKind !== null) return { reason: 'open_ticket', because: sameKind };
  if (hasSubject) return { reason: 'open_ticket', because: subject };
  return recent === null ? undefined : { reason: 'recent_campaign', because: recent };
}

/** Returns the subject of each candidate's ticket in lowercase. */
export const ticketSubjects = (
  candidates: readonly TicketCandidate[],
  { subject, dueOn }: CampaignDraftForPlanning,
  names: ReadonlyMap<number, string>,
) =>
  candidates.map((candidate) => ({
    institutionId: candidate.institutionId,
    subject: fillSubject(subject, valuesOf(candidate, dueOn, names)).toLowerCase(),
  }));

const isTooLong = (
  { subject, body }: CampaignDraftForPlanning,
  values: CampaignFieldValues,
): boolean =>
  fillSubject(subject, values).length > maxDraftLengths.filledSubject ||
  fillFields(body, values).length > maxDraftLengths.filledBody;

/**
 * Plans a ticket for each candidate in order, or returns the reason why the candidate gets no
 * ticket. The same input always gives the same plan. `names` maps the ids of the active owners to
 * names.
 */
export function planTickets(
  candidates: readonly TicketCandidate[],
  draft: CampaignDraftForPlanning,
  duplicates: ReadonlyMap<number, ExistingCustomerTickets>,
  names: ReadonlyMap<number, string>,
): PlannedTicket[] {
  let turn = 0;
  return candidates.map((candidate) => {
    const { institutionId, institutionName } = candidate;
    const before = valuesOf(candidate, draft.dueOn, names);
    const exclusion = findExclusion(
      candidate,
      fillSubject(draft.subject, before),
      duplicates.get(institutionId),
    );
    const { reason = null, because = null } = exclusion ?? {};
    const row = {
      institutionId,
      institutionName,
      ownerId: null,
      reason,
      because,
      getsTicket: false,
      values: before,
    };
    if (reason === 'gone' || (reason !== null && draft.leavesOutDuplicates)) return row;
    const ownerId = chooseTicketAssignee(draft.assignment, candidate.ownerId, turn);
    const values = { ...before, assignee: names.get(ownerId) ?? null };
    if (isTooLong(draft, values))
      return { ...row, reason: 'too_long' as const, because: null, values };
    turn += 1;
    return { ...row, ownerId, getsTicket: true, values };
  });
}

/** Counts the planned tickets of each owner, highest number first. */
export function countPlannedTicketsByOwner(
  rows: readonly PlannedTicket[],
): { ownerId: number; tickets: number }[] {
  const counts = new Map<number, number>();
  for (const { ownerId, getsTicket } of rows)
    if (getsTicket && ownerId !== null) counts.set(ownerId, (counts.get(ownerId) ?? 0) + 1);
  return [...counts]
    .map(([ownerId, tickets]) => ({ ownerId, tickets }))
    .toSorted((one, other) => other.tickets - one.tickets || one.ownerId - other.ownerId);
}
