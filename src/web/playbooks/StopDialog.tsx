import { Modal } from '@mantine/core';
import { countText } from '#shared/core/words.ts';
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts';
import { StopForm, type StopFormProperties } from './StopForm.tsx';

interface DialogProperties extends StopFormProperties {
  onClose: () => void;
}

/** Dialog for stopping active runs with a reason. */
export function StopDialog({ runs, onClose, onDone }: DialogProperties) {
  useFocusBack();
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Stop ${countText(runs.length, 'run')}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <StopForm
        runs={runs}
        onDone={() => {
          onDone?.();
          onClose();
        }}
      />
    </Modal>
  );
}
