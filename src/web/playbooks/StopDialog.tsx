import { Modal } from '@mantine/core';
import { countText } from '#shared/core/words.ts';
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts';
import { AffectedRowsNote } from '#web/work/AffectedRowsNote.tsx';
import { StopRunsForm, type StopRunsFormProperties } from './StopRunsForm.tsx';

interface DialogProperties extends StopRunsFormProperties {
  /** Number of runs for which the action was started, including those that aren't active. */
  chosen: number;
  onClose: () => void;
}

/** Dialog for stopping active runs with a reason. */
export function StopDialog({ runs, chosen, onClose, onDone }: DialogProperties) {
  useFocusBack();
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Stop ${countText(runs.length, 'run')}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <AffectedRowsNote affected={runs.length} chosen={chosen} state="active" />
      <StopRunsForm
        runs={runs}
        onDone={() => {
          onDone?.();
          onClose();
        }}
      />
    </Modal>
  );
}
