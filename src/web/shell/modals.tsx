import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Prospect } from '#shared/prospects/prospects.ts';
import {
  InstitutionModalContext,
  type InstitutionModalOpener,
} from '#web/institutions/institution-modal.ts';
import { ProspectDialogContext } from '#web/prospects/prospect-dialog.ts';

const InstitutionModal = lazy(async () => ({
  default: (await import('#web/overview/InstitutionModal.tsx')).InstitutionModal,
}));
const ProspectDialog = lazy(async () => ({
  default: (await import('./ProspectDialog.tsx')).ProspectDialog,
}));

type Opened =
  | { institutionId: number; among: readonly number[] }
  | { prospect: Prospect }
  | undefined;

/** Provides and renders the institution and prospect dialogs, one at a time. */
export function ModalsProvider({ children }: { children: ReactNode }) {
  const [opened, setOpened] = useState<Opened>();
  const [openInstitution] = useState(
    (): InstitutionModalOpener =>
      (institutionId, among = []) => {
        // A list may contain several rows of the same customer.
        const ids = [...new Set(among.map((row) => row.institutionId))];
        setOpened({ institutionId, among: ids.includes(institutionId) ? ids : [] });
      },
  );
  const [openProspect] = useState(() => (prospect: Prospect) => setOpened({ prospect }));
  const close = () => setOpened(undefined);
  return (
    <InstitutionModalContext value={openInstitution}>
      <ProspectDialogContext value={openProspect}>
        {children}
        <Suspense>
          {opened && 'institutionId' in opened && (
            <InstitutionModal
              {...opened}
              onMove={(institutionId) => setOpened({ ...opened, institutionId })}
              onClose={close}
            />
          )}
          {opened && 'prospect' in opened && (
            <ProspectDialog prospect={opened.prospect} onClose={close} />
          )}
        </Suspense>
      </ProspectDialogContext>
    </InstitutionModalContext>
  );
}
