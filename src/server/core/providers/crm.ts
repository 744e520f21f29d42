import type { Day } from '#shared/core/dates.ts';
import type { DealOwner } from '#shared/core/provider-answers.ts';

export interface Renewal {
  /** Dollars a year; null where the deal names no amount. */
  annualRevenue: number | null;
  /** null where the deal names no day. */
  renewalOn: Day | null;
}

/** What is to become of a ticket; what is left out stays. */
export interface TicketPatch {
  stage?: { pipelineId: string; stageId: string };
  ownerId?: number | null;
  priority?: string;
}

/** `conflict`: it has changed since it was seen, and nothing was done; `gone`: the CRM has no such ticket any more. */
export type TicketWrite = 'made' | 'conflict' | 'gone';

/** A ticket to be opened. `key` is ours: sent again, it opens none. */
export interface NewTicket {
  key: string;
  institutionId: number;
  subject: string;
  body: string;
  pipelineId: string;
  stageId: string;
  priority: string;
  ownerId: number | null;
}

/** What became of a ticket that was to be opened; `refused` says why the CRM will never take it. */
export type OpenedTicket = { key: string; ticketId: number; updatedAt: Date } | { key: string; refused: string };

/** A ticket that is to be taken back, and when it was last changed as far as the caller knows. */
export interface SeenTicket {
  ticketId: number;
  seenAt: Date;
}

/** `changed`: somebody has worked on it since, and it stays; `gone`: the CRM has no such ticket any more. */
export interface WithdrawnTicket {
  ticketId: number;
  outcome: 'withdrawn' | 'changed' | 'gone';
}

/** The CRM did not answer, or may not be asked at the moment: to be tried again. */
export class CrmUnavailable extends Error {}
/** The CRM will never take this; the message says why. */
export class CrmRefused extends Error {}

/** Whether the CRM can be asked; null where nothing is wrong. */
export interface CrmTrouble {
  /** Since when; null where that says nothing. */
  since: Date | null;
  /** When it is asked again; null where that is at any moment. */
  resumesAt: Date | null;
  /** For anybody to read. */
  says: string;
}

/** The sales and support system: who looks after a customer, its renewals and tickets. */
export interface CrmProvider {
  /** Whether the answers are copies that age, rather than the system's own tables. */
  readonly synchronised: boolean;
  /** So many tickets it opens or takes back with one call. */
  readonly mostTicketsAtOnce: number;
  /** Every requested id has an entry; one that the CRM does not know is 'Unassigned'. */
  dealOwners(institutionIds: readonly number[]): Promise<Map<string, DealOwner>>;
  /** What each customer's next renewal is about, by id; one without an open renewal is left out. */
  renewals(institutionIds: readonly number[]): Promise<Map<string, Renewal>>;
  /** Changes a ticket that was last changed at `seenAt`. Throws CrmUnavailable and CrmRefused. */
  updateTicket(ticketId: number, patch: TicketPatch, seenAt: Date): Promise<TicketWrite>;
  /**
   * Opens tickets, at most as many as it does at once; one that was opened under its key before is answered as it is. Throws CrmUnavailable: some may have been
   * opened then, and sending all of them again is safe. One that was taken back frees its key.
   */
  openTickets(tickets: readonly NewTicket[]): Promise<OpenedTicket[]>;
  /** Takes back tickets, at most as many as it does at once: those of them that nobody has changed or written on since they were seen. Throws CrmUnavailable. */
  withdrawTickets(tickets: readonly SeenTicket[]): Promise<WithdrawnTicket[]>;
  /** When the answers were last true; null before there were any. */
  asOf(): Promise<Date | null>;
  /** What keeps the CRM from being asked at the moment; null where nothing does. */
  trouble(): CrmTrouble | null;
}

const maximumAgeMilliseconds = 60 * 60 * 1000;

/** Whether the CRM's answers are copies that are older than an hour. */
export const isCrmStale = ({ synchronised }: Pick<CrmProvider, 'synchronised'>, asOf: Date | null, now: Date): boolean =>
  synchronised && (asOf === null || now.getTime() - asOf.getTime() > maximumAgeMilliseconds);
