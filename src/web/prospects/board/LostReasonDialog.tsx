import { Button, Modal, Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { type ProspectLostReason, prospectLostReasons } from '#shared/prospects/stages.ts';
import { DialogButtons } from '#web/ui/dialog/DialogButtons.tsx';
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts';
import { createSubmitHandler } from '#web/ui/sending/sending.ts';

interface Properties {
  name: string;
  onChoose: (reason: ProspectLostReason) => void;
  onClose: () => void;
}

/** Dialog that asks why a prospect was lost. */
export function LostReasonDialog({ name, onChoose, onClose }: Properties) {
  useFocusBack();
  const [reason, setReason] = useState<ProspectLostReason>();
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Why was ${name} lost?`}
      size="sm"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form
        onSubmit={createSubmitHandler(() => {
          if (reason === undefined) return;
          onChoose(reason);
          onClose();
        })}
      >
        <Stack>
          <Radio.Group
            label="Reason"
            value={reason ?? null}
            onChange={(value) => setReason(prospectLostReasons.find((each) => each === value))}
          >
            <Stack gap="xs" mt="xs">
              {prospectLostReasons.map((each) => (
                <Radio key={each} value={each} label={each} />
              ))}
            </Stack>
          </Radio.Group>
          <DialogButtons onClose={onClose}>
            <Button type="submit" disabled={reason === undefined}>
              Move to Lost
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}
