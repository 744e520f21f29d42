import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  maxVerdictReasonLength,
  postVerdicts,
  postVerdictUndo,
} from '#shared/churn/predictions/list.ts';
import { call } from '#web/core/api.ts';
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts';
import { notifyUndoable } from '#web/ui/sending/notify-undoable.tsx';
import { SendError } from '#web/ui/sending/SendError.tsx';
import { createSubmitHandler, useIdempotencyId } from '#web/ui/sending/sending.ts';
import { type CustomerReference, customersLabel } from '#web/work/customers.ts';
import { refreshWork } from '#web/work/data.ts';
import { refetchQuality } from '../quality/data.ts';
import { predictionsQuery } from './data.ts';

type Verdict = 'accepted' | 'rejected' | 'withdrawn';

const words: Record<
  Verdict,
  { title: string; button: string; text: string; reasons: string[]; done: string }
> = {
  accepted: {
    title: 'Accept the prediction of',
    button: 'Accept',
    text: 'The prediction moves to Accepted and counts in the quality figures.',
    reasons: ['Customer confirmed it', 'Signals are right', 'Already working to keep the customer'],
    done: 'Accepted',
  },
  rejected: {
    title: 'Reject the prediction of',
    button: 'Reject',
    text: 'The prediction leaves the list for 60 days and counts in the quality figures.',
    reasons: ['Seasonal dip', 'Data is wrong', 'Customer renewed', 'Customer is fine'],
    done: 'Rejected',
  },
  withdrawn: {
    title: 'Withdraw the verdict on',
    button: 'Withdraw',
    text: 'The prediction is open again.',
    reasons: ['Mistake', 'New information'],
    done: 'Reopened',
  },
};

interface Properties {
  verdict: Verdict;
  rows: readonly CustomerReference[];
  opener: Element | null;
  onClose: () => void;
  onDone: () => void;
}

/**
 * Dialog to accept or reject predictions with a reason. A click on a common reason submits the
 * form.
 */
export function VerdictDialog({ verdict, rows, opener, onClose, onDone }: Properties) {
  const { title, button, text, reasons, done } = words[verdict];
  const [reason, setReason] = useState('');
  const client = useQueryClient();
  const once = useIdempotencyId();
  useFocusBack(opener);
  const institutionIds = rows.map((row) => row.institutionId);
  const refresh = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: predictionsQuery.queryKey }),
      refetchQuality(client),
      refreshWork(client, institutionIds),
    ]);
  const send = useMutation({
    mutationFn: async (why: string) => {
      const content = { institutionIds, verdict, reason: why.trim() };
      const verdictId = once.idFor(content);
      await call(postVerdicts, { body: { verdictId, ...content } });
      once.done();
      return verdictId;
    },
    onSuccess: async (verdictId) => {
      notifyUndoable({
        id: verdictId,
        title: `${done}: ${customersLabel(rows)}`,
        async undo() {
          await call(postVerdictUndo, { params: { verdictId }, body: {} }).finally(refresh);
          return null;
        },
      });
      onDone();
      onClose();
      await refresh();
    },
  });
  const give = () => reason.trim() !== '' && !send.isPending && send.mutate(reason);
  return (
    <Modal
      opened
      onClose={onClose}
      title={`${title} ${customersLabel(rows)}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
      centered
    >
      <Stack gap="sm" component="form" onSubmit={createSubmitHandler(give)}>
        <Text size="sm">{text}</Text>
        <Group gap={6}>
          {reasons.map((each, at) => (
            <Button
              key={each}
              size="compact-sm"
              variant="default"
              disabled={send.isPending}
              data-autofocus={at === 0 || undefined}
              onClick={() => send.mutate(each)}
            >
              {each}
            </Button>
          ))}
        </Group>
        <Group gap={6} align="flex-end" wrap="nowrap">
          <TextInput
            label="Another reason"
            value={reason}
            maxLength={maxVerdictReasonLength}
            onChange={(event) => setReason(event.currentTarget.value)}
            flex={1}
          />
          <Button type="submit" size="sm" loading={send.isPending} disabled={reason.trim() === ''}>
            {button}
          </Button>
        </Group>
        <SendError error={send.error} />
      </Stack>
    </Modal>
  );
}
