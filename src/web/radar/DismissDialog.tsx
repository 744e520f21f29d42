import { Button, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { type ListedIncident, maxDismissReasonLength } from '#shared/radar/radar.ts';
import { DialogButtons } from '#web/ui/dialog/DialogButtons.tsx';
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { createSubmitHandler } from '#web/ui/sending/sending.ts';
import { useDismissOrReopenIncident } from './data.ts';

/** Dialog for dismissing an incident with a reason. */
export function DismissDialog({
  incident,
  onClose,
}: {
  incident: ListedIncident;
  onClose: () => void;
}) {
  useFocusBack();
  const [reason, setReason] = useState('');
  const dismiss = useDismissOrReopenIncident(incident);
  const send = () => dismiss.mutate({ verdict: 'dismissed', reason }, { onSuccess: onClose });
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Dismiss ${incident.name}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={createSubmitHandler(send)}>
        <Stack>
          <Text size="sm">
            The incident disappears from the map. It returns only if the number of silent
            connections grows by half.
          </Text>
          <Textarea
            label="Reason"
            required
            data-autofocus
            autosize
            minRows={2}
            maxLength={maxDismissReasonLength}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          {dismiss.error !== null && (
            <ErrorState
              title="Couldn’t dismiss the incident"
              error={dismiss.error}
              onRetry={send}
            />
          )}
          <DialogButtons onClose={onClose}>
            <Button type="submit" loading={dismiss.isPending}>
              Dismiss
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}
