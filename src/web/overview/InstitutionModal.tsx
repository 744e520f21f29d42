import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { cacheTimes } from '#web/core/api.ts';
import { benchmarksQuery } from '#web/health/data.ts';
import { useInstitutionDetail } from '#web/health/institution-detail.ts';
import type { InstitutionReference } from '#web/institutions/institution-modal.ts';
import { useCloseIgnoringNestedEscape } from '#web/ui/dialog/use-close-ignoring-nested-escape.ts';
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts';
import { CustomerDialogContent } from './CustomerDialogContent.tsx';
import { CustomerDialogHeader } from './CustomerDialogHeader.tsx';
import { DetailLoader } from './DetailLoader.tsx';

interface Properties {
  institutionId: number;
  /** Ids of the institutions in the list from which the dialog was opened, in list order. */
  among: readonly number[];
  /** Row of the customer in that list; `undefined` when the list is unknown. */
  known: InstitutionReference | undefined;
  onMove: (institutionId: number) => void;
  onClose: () => void;
}

/** Dialog with the summary of one customer. */
export function InstitutionModal({ institutionId, among, known, onMove, onClose }: Properties) {
  useFocusBack();
  const close = useCloseIgnoringNestedEscape(onClose);
  const detail = useInstitutionDetail(institutionId);
  useQuery({ ...benchmarksQuery, refetchInterval: cacheTimes.benchmarksPollWhileOpen });
  return (
    <Modal.Stack>
      <Modal
        opened
        stackId="institution"
        onClose={close}
        size="min(1100px, calc(100vw - 16px))"
        withCloseButton={false}
        attributes={{ content: { 'aria-label': 'Institution details' } }}
        styles={{ content: { maxHeight: '90vh' } }}
        yOffset="5vh"
        xOffset={8}
      >
        <CustomerDialogHeader
          institutionId={institutionId}
          detail={detail}
          among={among}
          known={known}
          onMove={onMove}
          onClose={onClose}
        />
        <DetailLoader detail={detail}>
          {(loaded) => (
            <CustomerDialogContent
              key={institutionId}
              institutionId={institutionId}
              detail={loaded}
              onLeave={onClose}
            />
          )}
        </DetailLoader>
      </Modal>
    </Modal.Stack>
  );
}
