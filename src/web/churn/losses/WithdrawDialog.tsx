import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { type Loss, maxLossTextLengths, postLossWithdrawal } from '#shared/churn/losses/losses.ts';
import { call } from '#web/core/api.ts';
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts';
import { SendError } from '#web/ui/sending/SendError.tsx';
import { createSubmitHandler } from '#web/ui/sending/sending.ts';
import { useLossMutation } from './data.ts';

interface Properties {
  loss: Loss;
  opener: Element | null;
  onClose: () => void;
}

/** Dialog to withdraw a loss because the customer stays. */
export function WithdrawDialog({ loss, opener, onClose }: Properties) {
  const [reason, setReason] = useState('');
  useFocusBack(opener);
  const { institutionId: id, lossId, version } = loss;
  const take = useLossMutation(
    () => call(postLossWithdrawal, { params: { id, lossId }, body: { version, reason } }),
    () => {
      notifications.show({ title: `${loss.institutionName} stays`, message: null });
      onClose();
    },
  );
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Withdraw the loss of ${loss.institutionName}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
      centered
    >
      <Stack
        gap="sm"
        component="form"
        onSubmit={createSubmitHandler(
          () => reason.trim() !== '' && !take.isPending && take.mutate(undefined),
        )}
      >
        <Text size="sm">
          The customer becomes a current customer again. The loss stays in the list as withdrawn but
          is not included in any figure.
        </Text>
        <Textarea
          label="Reason"
          value={reason}
          maxLength={maxLossTextLengths.reason}
          autosize
          minRows={2}
          data-autofocus
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <SendError error={take.error} />
        <Group justify="flex-end">
          <Button type="submit" size="xs" loading={take.isPending} disabled={reason.trim() === ''}>
            Withdraw
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
