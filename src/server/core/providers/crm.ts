import type { Day } from '#shared/core/dates.ts';
import type { DealOwner } from '#shared/core/provider-answers.ts';

export interface Renewal {
  /** Dollars a year; null where the deal names no amount. */
  annualRevenue: number | null;
  /** null where the deal names no day. */
  renewalOn: Day | null;
}

/** Who looks after a customer, according to the sales system. */
export interface CrmProvider {
  /** Whether the answers are copies that age, rather than the system's own tables. */
  readonly synchronised: boolean;
  /** Every requested id has an entry; one that the CRM does not know is 'Unassigned'. */
  dealOwners(institutionIds: readonly number[]): Promise<Map<string, DealOwner>>;
  /** What each customer's next renewal is about, by id; one without an open renewal is left out. */
  renewals(institutionIds: readonly number[]): Promise<Map<string, Renewal>>;
  /** When the answers were last true; null before there were any. */
  asOf(): Promise<Date | null>;
}
