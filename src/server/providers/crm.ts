import type { DealOwner } from '#shared/institutions.ts';

/** Who looks after a customer, according to the sales system. */
export interface CrmProvider {
  /** Whether the answers are copies that age, rather than the system's own tables. */
  readonly synchronised: boolean;
  /** Every requested id has an entry; one that the CRM does not know is 'Unassigned'. */
  dealOwners(institutionIds: readonly number[]): Promise<Map<string, DealOwner>>;
  /** When the answers were last true; null before there were any. */
  asOf(): Promise<Date | null>;
}
