import { createContext, use } from 'react';

export interface ListedCustomer {
  institutionId: number;
}

/**
 * Opens a customer's dialog. `among` contains the rows of the current list, so that the user can
 * move through its customers.
 */
export type OpenInstitution = (institutionId: number, among?: readonly ListedCustomer[]) => void;

/** Function that opens the customer dialog, provided by `ModalsProvider`. */
export const InstitutionModalContext = createContext<OpenInstitution | undefined>(undefined);

export function useInstitutionModal(): OpenInstitution {
  const open = use(InstitutionModalContext);
  if (!open) throw new Error('useInstitutionModal needs a ModalsProvider above it');
  return open;
}
