import { Modal } from '@mantine/core';
import { InstitutionDetail } from './InstitutionDetail.tsx';

interface Properties {
  institutionId: number;
  onClose: () => void;
}

/** One customer's health in short, over whatever page is open. */
export function InstitutionModal({ institutionId, onClose }: Properties) {
  return (
    <Modal.Stack>
      <Modal
        opened
        stackId="institution"
        onClose={onClose}
        size="min(1100px, calc(100vw - 16px))"
        withCloseButton={false}
        attributes={{ content: { 'aria-label': 'Institution details' } }}
        styles={{ content: { maxHeight: '90vh' } }}
        yOffset="5vh"
        xOffset={8}
      >
        <InstitutionDetail institutionId={institutionId} onClose={onClose} />
      </Modal>
    </Modal.Stack>
  );
}
