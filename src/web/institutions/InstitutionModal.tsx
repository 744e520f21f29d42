import { Modal } from '@mantine/core';
import { InstitutionDetail } from './InstitutionDetail.tsx';

interface Properties {
  institutionId: number;
  onClose: () => void;
}

/** One customer's health in short, over whatever page is open. */
export function InstitutionModal({ institutionId, onClose }: Properties) {
  return (
    <Modal.Root opened onClose={onClose} size="min(1100px, calc(100vw - 16px))" yOffset="5vh" xOffset={8}>
      <Modal.Overlay />
      <Modal.Content aria-label="Institution details" mah="90vh">
        <Modal.Body>
          <InstitutionDetail institutionId={institutionId} onClose={onClose} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
