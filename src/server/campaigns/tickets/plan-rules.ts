import type { LeftOutReason, PlannedTicket } from '#shared/campaigns/tickets/campaigns.ts';
import { type CampaignAssignment, type CampaignDraft, longest } from '#shared/campaigns/tickets/draft.ts';
import { type CampaignValues, filledIn, filledSubject } from '#shared/campaigns/tickets/text.ts';
import { counted, dayInWords } from '#shared/core/words.ts';
import type { ListedInstitution } from '#shared/portfolio/list.ts';
import type { Duplicate } from './plan-queries.ts';

export interface Candidate {
  institutionId: number;
  institutionName: string;
  /** undefined for one that is no longer a customer. */
  customer: Pick<ListedInstitution, 'locationCount' | 'city' | 'state' | 'ehr'> | undefined;
  /** In the CRM; undefined where there is none who is still there. */
  ownerId: number | undefined;
}

export type PlanDraft = Pick<CampaignDraft, 'subject' | 'body' | 'assignment' | 'dueOn' | 'leavesOutDuplicates'>;

/** What the fields are for a customer, before anybody is to handle its ticket. */
function valuesOf({ institutionName, customer, ownerId }: Candidate, dueOn: string, names: ReadonlyMap<number, string>): CampaignValues {
  const locations = customer?.locationCount ?? 0;
  return {
    customer: institutionName,
    owner: (ownerId === undefined ? undefined : names.get(ownerId)) ?? null,
    assignee: null,
    locations: locations === 0 ? null : counted(locations, 'location'),
    city: customer?.city ?? null,
    state: customer?.state ?? null,
    records: customer?.ehr ?? null,
    due: dayInWords(dueOn),
  };
}

/** Who handles the ticket of a customer; `turn` counts the tickets before it. */
export function assigneeOf(assignment: CampaignAssignment, ownerId: number | undefined, turn: number): number {
  switch (assignment.to) {
    case 'owner':
      return ownerId ?? assignment.otherwise;
    case 'pool':
      return assignment.ownerIds[turn % assignment.ownerIds.length] ?? 0;
    case 'one':
      return assignment.ownerId;
  }
}

type Against = { reason: LeftOutReason; because: string | null } | undefined;

function whatSpeaksAgainst({ customer }: Candidate, subject: string, duplicate: Duplicate | undefined): Against {
  if (customer === undefined) return { reason: 'gone', because: null };
  const { sameKind = null, recent = null, hasSubject = false } = duplicate ?? {};
  if (sameKind !== null) return { reason: 'open_ticket', because: sameKind };
  if (hasSubject) return { reason: 'open_ticket', because: subject };
  return recent === null ? undefined : { reason: 'recent_campaign', because: recent };
}

/** The subject of each candidate's ticket. */
export const subjectsOf = (candidates: readonly Candidate[], { subject, dueOn }: PlanDraft, names: ReadonlyMap<number, string>) =>
  candidates.map((candidate) => ({
    institutionId: candidate.institutionId,
    subject: filledSubject(subject, valuesOf(candidate, dueOn, names)).toLowerCase(),
  }));

const isTooLong = ({ subject, body }: PlanDraft, values: CampaignValues): boolean =>
  filledSubject(subject, values).length > longest.filledSubject || filledIn(body, values).length > longest.filledBody;

/** A ticket for each candidate in their order, or why there is none; the same candidates and duplicates always plan the same. `names` are those of the owners who are there. */
export function planned(
  candidates: readonly Candidate[],
  draft: PlanDraft,
  duplicates: ReadonlyMap<number, Duplicate>,
  names: ReadonlyMap<number, string>,
): PlannedTicket[] {
  let turn = 0;
  return candidates.map((candidate) => {
    const { institutionId, institutionName } = candidate;
    const before = valuesOf(candidate, draft.dueOn, names);
    const against = whatSpeaksAgainst(candidate, filledSubject(draft.subject, before), duplicates.get(institutionId));
    const { reason = null, because = null } = against ?? {};
    const row = { institutionId, institutionName, ownerId: null, reason, because, getsTicket: false, values: before };
    if (reason === 'gone' || (reason !== null && draft.leavesOutDuplicates)) return row;
    const ownerId = assigneeOf(draft.assignment, candidate.ownerId, turn);
    const values = { ...before, assignee: names.get(ownerId) ?? null };
    if (isTooLong(draft, values)) return { ...row, reason: 'too_long' as const, because: null, values };
    turn += 1;
    return { ...row, ownerId, getsTicket: true, values };
  });
}

/** How many tickets each person gets, the most first. */
export function ticketsByOwner(rows: readonly PlannedTicket[]): { ownerId: number; tickets: number }[] {
  const counts = new Map<number, number>();
  for (const { ownerId, getsTicket } of rows) if (getsTicket && ownerId !== null) counts.set(ownerId, (counts.get(ownerId) ?? 0) + 1);
  return [...counts]
    .map(([ownerId, tickets]) => ({ ownerId, tickets }))
    .toSorted((one, other) => other.tickets - one.tickets || one.ownerId - other.ownerId);
}
