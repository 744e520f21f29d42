import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Prospect } from '#shared/prospects/prospects.ts';
import { loadCode } from '#web/core/load-code.ts';
import { logFailure } from '#web/core/log.ts';
import {
  InstitutionModalContext,
  type InstitutionModalOpener,
  type InstitutionReference,
} from '#web/institutions/institution-modal.ts';
import { ProspectDialogContext } from '#web/prospects/prospect-dialog.ts';
import { DialogPlaceholder } from './DialogPlaceholder.tsx';

const loadInstitutionModal = async () => ({
  default: (await import('#web/overview/InstitutionModal.tsx')).InstitutionModal,
});
const InstitutionModal = lazy(() => loadCode(loadInstitutionModal));
const ProspectDialog = lazy(() =>
  loadCode(async () => ({ default: (await import('./ProspectDialog.tsx')).ProspectDialog })),
);

/**
 * Loads the code of the institution dialog once the browser is idle, so that the first click on a
 * customer does not wait for it.
 */
export function preloadInstitutionDialog(): () => void {
  if (typeof requestIdleCallback === 'undefined') return () => undefined;
  const request = requestIdleCallback(() => {
    loadInstitutionModal().catch((error: unknown) =>
      logFailure('Preloading the customer dialog', error),
    );
  });
  return () => cancelIdleCallback(request);
}

type Opened =
  | {
      institutionId: number;
      among: readonly number[];
      /** Rows of the list, which have the names and tiers of its customers. */
      rows: readonly InstitutionReference[];
    }
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
        setOpened({
          institutionId,
          among: ids.includes(institutionId) ? ids : [],
          rows: among,
        });
      },
  );
  const [openProspect] = useState(() => (prospect: Prospect) => setOpened({ prospect }));
  const close = () => setOpened(undefined);
  return (
    <InstitutionModalContext value={openInstitution}>
      <ProspectDialogContext value={openProspect}>
        {children}
        {opened && 'institutionId' in opened && (
          <InstitutionDialog
            opened={opened}
            onMove={(institutionId) => setOpened({ ...opened, institutionId })}
            onClose={close}
          />
        )}
        <Suspense>
          {opened && 'prospect' in opened && (
            <ProspectDialog prospect={opened.prospect} onClose={close} />
          )}
        </Suspense>
      </ProspectDialogContext>
    </InstitutionModalContext>
  );
}

interface InstitutionDialogProperties {
  opened: Extract<Opened, { institutionId: number }>;
  onMove: (institutionId: number) => void;
  onClose: () => void;
}

/** Institution dialog, or its frame with the facts of the row while the dialog's code loads. */
function InstitutionDialog({
  opened: { institutionId, among, rows },
  onMove,
  onClose,
}: InstitutionDialogProperties) {
  const known = rows.find((row) => row.institutionId === institutionId);
  return (
    <Suspense fallback={<DialogPlaceholder known={known} onClose={onClose} />}>
      <InstitutionModal
        institutionId={institutionId}
        among={among}
        known={known}
        onMove={onMove}
        onClose={onClose}
      />
    </Suspense>
  );
}
