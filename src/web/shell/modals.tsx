import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Prospect } from '#shared/prospects/prospects.ts';
import { InstitutionModalContext, type OpenInstitution } from '#web/institutions/institution-modal.ts';
import { ProspectDialogContext } from '#web/prospects/prospect-dialog.ts';

const InstitutionModal = lazy(async () => ({ default: (await import('#web/overview/InstitutionModal.tsx')).InstitutionModal }));
const ProspectDialog = lazy(async () => ({ default: (await import('./ProspectDialog.tsx')).ProspectDialog }));

type Shown = { institutionId: number; among: readonly number[] } | { prospect: Prospect } | undefined;

/** Provides and renders the institution and prospect dialogs, one at a time. */
export function ModalsProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<Shown>();
  const [openInstitution] = useState(
    (): OpenInstitution =>
      (institutionId, among = []) => {
        // A list may contain several rows of the same customer.
        const ids = [...new Set(among.map((row) => row.institutionId))];
        setShown({ institutionId, among: ids.includes(institutionId) ? ids : [] });
      },
  );
  const [openProspect] = useState(() => (prospect: Prospect) => setShown({ prospect }));
  const close = () => setShown(undefined);
  return (
    <InstitutionModalContext value={openInstitution}>
      <ProspectDialogContext value={openProspect}>
        {children}
        <Suspense>
          {shown && 'institutionId' in shown && (
            <InstitutionModal {...shown} onMove={(institutionId) => setShown({ ...shown, institutionId })} onClose={close} />
          )}
          {shown && 'prospect' in shown && <ProspectDialog prospect={shown.prospect} onClose={close} />}
        </Suspense>
      </ProspectDialogContext>
    </InstitutionModalContext>
  );
}
