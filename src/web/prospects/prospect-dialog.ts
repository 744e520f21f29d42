import { createContext, use } from 'react';
import type { Prospect } from '#shared/prospects/prospects.ts';

/** Function that opens the prospect dialog, provided by `ModalsProvider`. */
export const ProspectDialogContext = createContext<((prospect: Prospect) => void) | undefined>(
  undefined,
);

export function useOpenProspectDialog(): (prospect: Prospect) => void {
  const open = use(ProspectDialogContext);
  if (!open) throw new Error('useProspectDialog needs a ModalsProvider above it');
  return open;
}
