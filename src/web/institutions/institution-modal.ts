import { createContext, use } from 'react';

/** Opens the one dialog that shows an institution; the frame of the pages gives it. */
export const InstitutionModalContext = createContext<((institutionId: number) => void) | undefined>(undefined);

export function useInstitutionModal(): (institutionId: number) => void {
  const open = use(InstitutionModalContext);
  if (!open) throw new Error('useInstitutionModal needs a ModalsProvider above it');
  return open;
}
