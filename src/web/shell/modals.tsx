import { createContext, lazy, type ReactNode, Suspense, use, useMemo, useState } from 'react';
import type { Prospect } from '#shared/prospects.ts';

type Item = { kind: 'none' } | { kind: 'institution'; institutionId: number } | { kind: 'prospect'; prospect: Prospect };

interface Modals {
  institutionId: number | undefined;
  prospect: Prospect | undefined;
  openInstitution: (institutionId: number) => void;
  openProspect: (prospect: Prospect) => void;
  close: () => void;
}

const ModalsContext = createContext<Modals | undefined>(undefined);

/** Opens the one dialog that shows an institution or a prospect. */
export function useModals(): Modals {
  const modals = use(ModalsContext);
  if (!modals) throw new Error('useModals needs a ModalsProvider above it');
  return modals;
}

const InstitutionModal = lazy(async () => ({ default: (await import('#web/institutions/InstitutionModal.tsx')).InstitutionModal }));
const ProspectDialog = lazy(async () => ({ default: (await import('./ProspectDialog.tsx')).ProspectDialog }));

export function ModalsProvider({ children }: { children: ReactNode }) {
  const [item, setItem] = useState<Item>({ kind: 'none' });
  const modals = useMemo<Modals>(
    () => ({
      institutionId: item.kind === 'institution' ? item.institutionId : undefined,
      prospect: item.kind === 'prospect' ? item.prospect : undefined,
      openInstitution: (institutionId) => setItem({ kind: 'institution', institutionId }),
      openProspect: (prospect) => setItem({ kind: 'prospect', prospect }),
      close: () => setItem({ kind: 'none' }),
    }),
    [item],
  );
  return (
    <ModalsContext value={modals}>
      {children}
      <Suspense>
        {modals.institutionId !== undefined && <InstitutionModal institutionId={modals.institutionId} onClose={modals.close} />}
        {modals.prospect && <ProspectDialog prospect={modals.prospect} onClose={modals.close} />}
      </Suspense>
    </ModalsContext>
  );
}
