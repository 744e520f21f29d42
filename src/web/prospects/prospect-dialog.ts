import { createContext, use } from 'react';
import type { Prospect } from '#shared/prospects/prospects.ts';

/** Opens the one dialog that shows a prospect; the frame of the pages gives it. */
export const ProspectDialogContext = createContext<((prospect: Prospect) => void) | undefined>(undefined);

export function useProspectDialog(): (prospect: Prospect) => void {
  const open = use(ProspectDialogContext);
  if (!open) throw new Error('useProspectDialog needs a ModalsProvider above it');
  return open;
}
