import type { Day } from '#shared/core/dates.ts';
import type { DealOwner } from '#shared/core/provider-answers.ts';

export interface CrmRenewal {
  /** Revenue of the renewal in dollars per year; `null` when the deal has no amount. */
  annualRevenue: number | null;
  /** Day of the renewal; `null` when the deal has no date. */
  renewalOn: Day | null;
}

/** Requested changes to a ticket. Omitted fields stay unchanged. */
export interface TicketChanges {
  stage?: { pipelineId: string; stageId: string };
  ownerId?: number | null;
  priority?: string;
}

/**
 * Result of a ticket update. `conflict`: the ticket changed since it was read, so nothing was
 * written. `gone`: the ticket no longer exists in the CRM.
 */
export type TicketWriteResult = 'made' | 'conflict' | 'gone';

/**
 * Ticket to open. `key` is an idempotency key: a second request with the same key opens no second
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

/** Result of opening a ticket. `refused` is the reason why the CRM will never accept the ticket. */
export type TicketOpeningResult =
  | { key: string; ticketId: number; updatedAt: Date }
  | { key: string; refused: string };

/** Ticket to withdraw. `seenAt` is the time of the ticket's last change that the caller knows. */
export interface TicketToWithdraw {
  ticketId: number;
  seenAt: Date;
}

/**
 * Result of a withdrawal. `changed`: the ticket was edited since `seenAt` and stays. `gone`: the
 * ticket no longer exists in the CRM.
 */
export interface TicketWithdrawalResult {
  ticketId: number;
  outcome: 'withdrawn' | 'changed' | 'gone';
}

/** Stage of a deal pipeline. */
export interface DealStage {
  stageId: string;
  label: string;
  isClosed: boolean;
}

/** Pipeline of deals with its stages in their order. */
export interface DealPipeline {
  pipelineId: string;
  label: string;
  stages: DealStage[];
}

/**
 * Deal to create. `key` is an idempotency key: a second request with the same key creates no second
 * deal.
 */
export interface NewDeal {
  key: string;
  name: string;
  pipelineId: string;
  stageId: string;
  /** Amount in dollars; `null` when unknown. */
  amount: number | null;
  ownerId: number | null;
}

/** Deal as it is in the CRM. */
export interface CreatedDeal {
  dealId: number;
  pipeline: string;
  stage: string;
  state: 'open' | 'won' | 'lost';
}

/** Deals that a CRM accepts without a customer. */
export interface CrmDeals {
  /** Returns the deal pipelines in their order. Throws `CrmUnavailable`. */
  pipelines(): Promise<DealPipeline[]>;
  /**
   * Creates a deal. For a key that was used before, returns the existing deal unchanged. Throws
   * `CrmUnavailable`; the deal may then exist, and sending it again is safe. Throws `CrmRefused`.
   */
  create(deal: NewDeal): Promise<CreatedDeal>;
}

/**
 * Thrown when the CRM did not answer or cannot be called at the moment. A later attempt may
 * succeed.
 */
export class CrmUnavailable extends Error {}
/** Thrown when the CRM will never accept the request. The message gives the reason. */
export class CrmRefused extends Error {}

/** Problem because of which the CRM cannot be called. */
export interface CrmOutage {
  /** Time at which the problem began; `null` when unknown. */
  since: Date | null;
  /** Time of the next attempt; `null` when an attempt is possible at any time. */
  resumesAt: Date | null;
  /** Message that all users see. */
  says: string;
}

/** CRM: owners of customers, renewals and tickets. */
export interface CrmProvider {
  /**
   * `true` when the answers come from synchronized copies, which can be outdated, instead of the
   * CRM's own tables.
   */
  readonly isSynchronized: boolean;
  /** Maximum number of tickets per call of `openTickets` and `withdrawTickets`. */
  readonly maxTicketsPerCall: number;
  /**
   * Returns the owner of each requested institution. The owner is 'Unassigned' when the CRM does
   * not know the institution.
   */
  dealOwners(institutionIds: readonly number[]): Promise<Map<string, DealOwner>>;
  /**
   * Returns the next open renewal of each institution by id. Institutions without an open renewal
   * are left out.
   */
  renewals(institutionIds: readonly number[]): Promise<Map<string, CrmRenewal>>;
  /**
   * Updates a ticket unless it has changed after `seenAt`. Throws `CrmUnavailable` and
   * `CrmRefused`.
   */
  updateTicket(ticketId: number, patch: TicketChanges, seenAt: Date): Promise<TicketWriteResult>;
  /**
   * Opens up to `maxTicketsPerCall` tickets. For a key that was used before, returns the existing
   * ticket unchanged. Throws `CrmUnavailable`; some of the tickets may then exist, and sending all
   * tickets again is safe. Withdrawing a ticket frees its key.
   */
  openTickets(tickets: readonly NewTicket[]): Promise<TicketOpeningResult[]>;
  /**
   * Withdraws up to `maxTicketsPerCall` tickets, except tickets edited since `seenAt`. Throws
   * `CrmUnavailable`.
   */
  withdrawTickets(tickets: readonly TicketToWithdraw[]): Promise<TicketWithdrawalResult[]>;
  /** Deals without a customer; `null` in a CRM whose deals all belong to customers. */
  readonly deals: CrmDeals | null;
  /**
   * Returns the time of the last synchronization, or of the last deal update in a CRM without
   * synchronization. Returns `null` when there was none yet.
   */
  asOf(): Promise<Date | null>;
  /** Returns the problem because of which the CRM cannot be called; `null` without a problem. */
  trouble(): CrmOutage | null;
}

const maximumAgeMilliseconds = 60 * 60 * 1000;

/**
 * Returns `true` when the CRM's answers are copies that are more than an hour old, or when no
 * synchronization has finished yet.
 */
export const isCrmStale = (
  { isSynchronized }: Pick<CrmProvider, 'isSynchronized'>,
  asOf: Date | null,
  now: Date,
): boolean =>
  isSynchronized && (asOf === null || now.getTime() - asOf.getTime() > maximumAgeMilliseconds);
