import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import { Button, Modal, MultiSelect, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { campaignLimits } from '#shared/campaigns/tickets/constants.ts';
import { countText } from '#shared/core/words.ts';
import { ticketChoicesQuery } from '#web/tickets/desk/data.ts';
import { DialogButtons } from '#web/ui/dialog/DialogButtons.tsx';
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { SendError } from '#web/ui/sending/SendError.tsx';
import { useReassignCampaignTickets } from './data.ts';

interface Properties {
  campaignId: string;
  /** Name of the current owner. */
  from: string;
  institutionIds: readonly number[];
  onClose: () => void;
}

/** Dialog that reassigns overdue or untouched tickets to other owners. */
export function ReassignDialog({ campaignId, from, institutionIds, onClose }: Properties) {
  useFocusBack();
  const choices = useQuery(ticketChoicesQuery);
  const [people, setPeople] = useState<string[]>([]);
  const reassign = useReassignCampaignTickets(campaignId);
  const send = () =>
    reassign.mutate(
      { institutionIds: [...institutionIds], ownerIds: people.map(Number) },
      { onSuccess: onClose },
    );
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Reassign ${countText(institutionIds.length, 'ticket')}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack>
        <Text size="sm">
          Current owner: {from}. You can undo this for {campaignLimits.undoHours} hours.
        </Text>
        {choices.error !== null && (
          <ErrorState
            title="Couldn’t load owners"
            error={choices.error}
            onRetry={() => void choices.refetch()}
          />
        )}
        <MultiSelect
          label="New owners"
          description="With several owners, tickets are assigned in turn"
          data={(choices.data?.owners ?? [])
            .filter(({ ownerName }) => ownerName !== from)
            .map(({ ownerId, ownerName }) => ({ value: String(ownerId), label: ownerName }))}
          value={people}
          onChange={setPeople}
          searchable
          clearable
          required
          data-autofocus
        />
        <SendError error={reassign.error} />
        <DialogButtons onClose={onClose}>
          <Button loading={reassign.isPending} disabled={people.length === 0} onClick={send}>
            Reassign tickets
          </Button>
        </DialogButtons>
      </Stack>
    </Modal>
  );
}
