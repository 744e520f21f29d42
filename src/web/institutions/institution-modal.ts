import { createContext, use } from 'react';
import type { HealthTier } from '#shared/core/tiers.ts';

/** Row of a list about a customer. Its facts are shown until the dialog has loaded. */
export interface InstitutionReference {
  institutionId: number;
  institutionName?: string | null;
  healthTier?: HealthTier | null;
}

/**
 * Opens a customer's dialog. `among` contains the rows of the current list, so that the user can
 * move through its customers.
 */
export type InstitutionModalOpener = (
  institutionId: number,
  among?: readonly InstitutionReference[],
) => void;

/** Function that opens the customer dialog, provided by `ModalsProvider`. */
export const InstitutionModalContext = createContext<InstitutionModalOpener | undefined>(undefined);

export function useInstitutionModal(): InstitutionModalOpener {
  const open = use(InstitutionModalContext);
  if (!open) throw new Error('useInstitutionModal needs a ModalsProvider above it');
  return open;
}
