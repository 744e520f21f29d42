import { Modal } from '@mantine/core';
import { useInstitutionDetail } from '#web/health/institution-detail.ts';
import { useLayeredClose } from '#web/ui/use-layered-close.ts';
import { DetailGate } from './DetailGate.tsx';
import { InstitutionDetail } from './InstitutionDetail.tsx';

interface Properties {
  institutionId: number;
  onClose: () => void;
}

/** One customer's health in short, over whatever page is open. */
export function InstitutionModal({ institutionId, onClose }: Properties) {
  const close = useLayeredClose(onClose);
  const detail = useInstitutionDetail(institutionId);
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
        <DetailGate detail={detail}>
          {(loaded) => <InstitutionDetail institutionId={institutionId} detail={loaded} onClose={onClose} />}
        </DetailGate>
      </Modal>
    </Modal.Stack>
  );
}
