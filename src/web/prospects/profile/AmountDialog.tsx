import { Button, Modal, NumberInput, Stack } from '@mantine/core';
import { useState } from 'react';
import type { ListedProspect } from '#shared/prospects/rows.ts';
import { DialogButtons } from '#web/ui/dialog/DialogButtons.tsx';
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts';
import { SendError } from '#web/ui/sending/SendError.tsx';
import { createSubmitHandler } from '#web/ui/sending/sending.ts';
import { useChangeProspects } from '../work-data.ts';

interface Properties {
  prospect: ListedProspect;
  onClose: () => void;
}

/** Dialog that asks for the monthly amount that the prospect is expected to pay. */
export function AmountDialog({ prospect, onClose }: Properties) {
  useFocusBack();
  const [amount, setAmount] = useState<number | string>(prospect.monthlyAmount ?? '');
  const { mutate, isPending, error } = useChangeProspects();
  const send = () =>
    mutate(
      {
        rows: [prospect],
        change: {
          action: 'setAmount',
          monthlyAmount: typeof amount === 'number' ? amount : null,
        },
      },
      { onSuccess: onClose },
    );
  return (
    <Modal
      opened
      onClose={onClose}
      title="Expected monthly amount"
      size="sm"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={createSubmitHandler(send)}>
        <Stack>
          <NumberInput
            label="Dollars a month"
            description="Leave empty if it is not known yet."
            data-autofocus
            min={0}
            max={10_000_000}
            decimalScale={2}
            thousandSeparator=","
            prefix="$"
            value={amount}
            onChange={setAmount}
          />
          <SendError error={error} />
          <DialogButtons onClose={onClose}>
            <Button type="submit" loading={isPending}>
              Save
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}
