import { counted } from '#shared/core/words.ts';

export interface Customer {
  institutionId: number;
  institutionName: string;
}

/** The name of the only one, or how many. */
export const namesText = (customers: readonly Customer[]): string =>
  customers.length === 1 && customers[0] !== undefined ? customers[0].institutionName : counted(customers.length, 'customer');
