import type { DealOwner } from '#shared/institutions.ts';

/** Who looks after a customer, according to the sales system. */
export interface CrmProvider {
  /** Every requested id has an entry; one that the CRM does not know is 'Unassigned'. */
  dealOwners(institutionIds: readonly number[]): Promise<Map<number, DealOwner>>;
  /** When the answers were last true; null before the first synchronisation. */
  asOf(): Promise<Date | null>;
}
