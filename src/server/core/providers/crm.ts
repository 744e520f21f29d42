import type { Day } from '#shared/core/dates.ts';
import type { DealOwner } from '#shared/core/provider-answers.ts';

export interface Renewal {
  /** Dollars per year; `null` when the deal has no amount. */
  annualRevenue: number | null;
  /** Renewal day; `null` when the deal has no date. */
  renewalOn: Day | null;
}

/** Requested changes of a ticket; omitted fields stay unchanged. */
export interface TicketPatch {
  stage?: { pipelineId: string; stageId: string };
  ownerId?: number | null;
  priority?: string;
}

/**
 * Result of a ticket update. `conflict`: the ticket changed since it was read, and nothing was
 * written; `gone`: the ticket no longer exists in the CRM.
 */
export type TicketWrite = 'made' | 'conflict' | 'gone';

/**
 * Ticket to open. `key` is our idempotency key: a second request with the same key opens no second
 * ticket.
 */
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

/** Result of opening a ticket; `refused` is the reason why the CRM will never accept it. */
export type OpenedTicket =
  | { key: string; ticketId: number; updatedAt: Date }
  | { key: string; refused: string };

/** Ticket to withdraw, with the time of its last change known to the caller. */
export interface TicketVersion {
  ticketId: number;
  seenAt: Date;
}

/**
 * Result of a withdrawal. `changed`: the ticket was edited since and stays; `gone`: it no longer
 * exists in the CRM.
 */
export interface WithdrawnTicket {
  ticketId: number;
  outcome: 'withdrawn' | 'changed' | 'gone';
}

/** Thrown when the CRM did not answer or cannot be called at the moment; retry later. */
export class CrmUnavailable extends Error {}
/** Thrown when the CRM will never accept the request; the message gives the reason. */
export class CrmRefused extends Error {}

/** Problem that keeps the CRM from being called. */
export interface CrmTrouble {
  /** Start of the problem; `null` when unknown. */
  since: Date | null;
  /** Time of the next call; `null` when it may be at any moment. */
  resumesAt: Date | null;
  /** Message for all users. */
  says: string;
}

/** Sales and support system: owners of customers, renewals and tickets. */
export interface CrmProvider {
  /**
   * `true` when the answers are copies that become outdated, rather than the system's own tables.
   */
  readonly synchronised: boolean;
  /** Maximum number of tickets per call of `openTickets` and `withdrawTickets`. */
  readonly maxTicketsPerCall: number;
  /**
   * Returns the owner of each requested institution; 'Unassigned' when the CRM does not know it.
   */
  dealOwners(institutionIds: readonly number[]): Promise<Map<string, DealOwner>>;
  /**
   * Returns the next open renewal of each institution by id; institutions without one are left out.
   */
  renewals(institutionIds: readonly number[]): Promise<Map<string, Renewal>>;
  /** Updates a ticket unless it changed after `seenAt`. Throws CrmUnavailable and CrmRefused. */
  updateTicket(ticketId: number, patch: TicketPatch, seenAt: Date): Promise<TicketWrite>;
  /**
   * Opens up to `maxTicketsPerCall` tickets; a ticket whose key was used before is returned as it
   * is. Throws CrmUnavailable: some tickets may then exist, and sending all of them again is safe.
   * A withdrawn ticket frees its key.
   */
  openTickets(tickets: readonly NewTicket[]): Promise<OpenedTicket[]>;
  /**
   * Withdraws up to `maxTicketsPerCall` tickets that were not edited since `seenAt`. Throws
   * CrmUnavailable.
   */
  withdrawTickets(tickets: readonly TicketVersion[]): Promise<WithdrawnTicket[]>;
  /** Returns the time the answers were last in sync; `null` before the first sync. */
  asOf(): Promise<Date | null>;
  /** Returns the problem that keeps the CRM from being called; `null` when there is none. */
  trouble(): CrmTrouble | null;
}

const maximumAgeMilliseconds = 60 * 60 * 1000;

/** Returns whether the CRM's answers are copies older than an hour. */
export const isCrmStale = (
  { synchronised }: Pick<CrmProvider, 'synchronised'>,
  asOf: Date | null,
  now: Date,
): boolean =>
  synchronised && (asOf === null || now.getTime() - asOf.getTime() > maximumAgeMilliseconds);
