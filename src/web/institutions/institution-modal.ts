import { createContext, use } from 'react';

export interface Listed {
  institutionId: number;
}

/** Shows a customer. `among`: the rows of the list it was opened from, in their order, through which the dialog then leads. */
export type OpenInstitution = (institutionId: number, among?: readonly Listed[]) => void;

/** Opens the one dialog that shows an institution; the frame of the pages gives it. */
export const InstitutionModalContext = createContext<OpenInstitution | undefined>(undefined);

export function useInstitutionModal(): OpenInstitution {
  const open = use(InstitutionModalContext);
  if (!open) throw new Error('useInstitutionModal needs a ModalsProvider above it');
  return open;
}
