import { Button, Group, Modal, SimpleGrid, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Loss, patchLoss, postLoss } from '#shared/churn/losses/losses.ts';
import type { LostRenewal } from '#shared/churn/losses/lost-renewals.ts';
import { call } from '#web/core/api.ts';
import { useToday } from '#web/core/days.ts';
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts';
import { SendError } from '#web/ui/sending/SendError.tsx';
import { createSubmitHandler, useIdempotencyId } from '#web/ui/sending/sending.ts';
import { CustomerSelect } from './CustomerSelect.tsx';
import { lossDefaultsQuery, useLossMutation } from './data.ts';
import { LossDateFields, LossDetailFields, LossReasonFields } from './LossFields.tsx';
import {
  createEmptyLossDraft,
  draftFromLoss,
  draftFromLostRenewal,
  fillLossDraft,
  type LossDraft,
  parseLossDraft,
} from './loss-draft.ts';

interface Properties {
  /** Loss to edit; `undefined` for a new one. */
  loss?: Loss;
  /** Lost CRM renewal with which a new loss is prefilled. */
  renewal?: LostRenewal | undefined;
  /** Customer that is selected at first, when there is neither a loss nor a renewal. */
  institutionId?: number;
  opener: Element | null;
  onClose: () => void;
}

/** Dialog to enter or edit a loss. */
export function LossDialog({ loss, renewal, institutionId, opener, onClose }: Properties) {
  const today = useToday();
  const [customer, setCustomer] = useState((loss ?? renewal)?.institutionId ?? institutionId);
  const defaults = useQuery({
    ...lossDefaultsQuery(customer ?? 0),
    enabled: loss === undefined && customer !== undefined,
  });
  const [edited, setEdited] = useState<Partial<LossDraft>>({});
  const saved =
    loss !== undefined
      ? draftFromLoss(loss)
      : fillLossDraft(
          renewal === undefined ? createEmptyLossDraft(today) : draftFromLostRenewal(renewal),
          defaults.data,
        );
  const draft = { ...saved, ...edited };
  const once = useIdempotencyId();
  useFocusBack(opener);
  const facts = parseLossDraft(draft);
  const send = useLossMutation(
    (body: NonNullable<typeof facts>) => {
      const id = customer ?? 0;
      if (loss === undefined)
        return call(postLoss, {
          params: { id },
          body: { lossId: once.idFor({ id, body }), ...body },
        });
      return call(patchLoss, {
        params: { id, lossId: loss.lossId },
        body: { version: loss.version, ...body },
      });
    },
    (kept) => {
      notifications.show({
        title: `${loss === undefined ? 'Added' : 'Updated'} the loss of ${kept.institutionName}`,
        message: null,
      });
      onClose();
    },
  );
  const isReady = customer !== undefined && facts !== undefined;
  const change = (values: Partial<LossDraft>) => setEdited((before) => ({ ...before, ...values }));
  return (
    <Modal
      opened
      onClose={onClose}
      title={loss === undefined ? 'Add loss' : `Loss of ${loss.institutionName}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
      size="lg"
      centered
    >
      <Stack
        gap="sm"
        component="form"
        onSubmit={createSubmitHandler(() => isReady && !send.isPending && send.mutate(facts))}
      >
        {loss === undefined && <CustomerSelect value={customer} onChange={setCustomer} />}
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <LossDateFields draft={draft} today={today} onChange={change} />
          <LossReasonFields draft={draft} onChange={change} />
          <LossDetailFields draft={draft} onChange={change} />
        </SimpleGrid>
        <SendError error={send.error} />
        <Group justify="flex-end">
          <Button type="submit" size="xs" loading={send.isPending} disabled={!isReady}>
            {loss === undefined ? 'Add loss' : 'Save'}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
