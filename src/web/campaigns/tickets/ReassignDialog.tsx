import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import { Button, Modal, MultiSelect, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { counted } from '#shared/core/words.ts';
import { campaignRules } from '#shared/metrics/constants.ts';
import { ticketChoicesQuery } from '#web/tickets/desk/data.ts';
import { DialogButtons } from '#web/ui/dialog/DialogButtons.tsx';
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { SendError } from '#web/ui/sending/SendError.tsx';
import { useReassignment } from './data.ts';

interface Properties {
  campaignId: string;
  /** Who has them now. */
  from: string;
  institutionIds: readonly number[];
  onClose: () => void;
}

/** Gives stragglers to other people. */
export function ReassignDialog({ campaignId, from, institutionIds, onClose }: Properties) {
  useFocusBack();
  const choices = useQuery(ticketChoicesQuery);
  const [people, setPeople] = useState<string[]>([]);
  const give = useReassignment(campaignId);
  const send = () => give.mutate({ institutionIds: [...institutionIds], ownerIds: people.map(Number) }, { onSuccess: onClose });
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Give ${counted(institutionIds.length, 'straggler')} to others`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack>
        <Text size="sm">
          Handled by {from} until now. It can be undone for {campaignRules.undoHours} hours.
        </Text>
        {choices.error !== null && (
          <ErrorState title="The people could not be loaded" error={choices.error} onRetry={() => void choices.refetch()} />
        )}
        <MultiSelect
          label="Who handles them"
          description="Several people take turns"
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
        <SendError error={give.error} />
        <DialogButtons onClose={onClose}>
          <Button loading={give.isPending} disabled={people.length === 0} onClick={send}>
            Reassign
          </Button>
        </DialogButtons>
      </Stack>
    </Modal>
  );
}
