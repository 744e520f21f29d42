import { countText } from '#shared/core/words.ts';

export interface CustomerReference {
  institutionId: number;
  institutionName: string;
}

/** Returns the name of a single customer, or the number of customers. */
export const customersLabel = (customers: readonly CustomerReference[]): string =>
  customers.length === 1 && customers[0] !== undefined
    ? customers[0].institutionName
    : countText(customers.length, 'customer');
