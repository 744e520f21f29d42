import { Button, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { countText, numberText } from '#shared/core/words.ts';
import type { ProspectProfile } from '#shared/prospects/profile.ts';
import type { ListedProspect } from '#shared/prospects/rows.ts';
import { DialogButtons } from '#web/ui/dialog/DialogButtons.tsx';
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts';
import { SendError } from '#web/ui/sending/SendError.tsx';
import { createSubmitHandler } from '#web/ui/sending/sending.ts';
import { prospectsText, useChangeProspects } from '../work-data.ts';

interface Properties {
  rows: readonly ListedProspect[];
  /** Suppressions to lift, to allow contact again; omitted to suppress contact. */
  lifted?: Pick<ProspectProfile, 'suppressions' | 'alsoSuppressed'>;
  onDone?: () => void;
  onClose: () => void;
}

/** Dialog that marks prospects as do not contact, or allows contact again, with a reason. */
export function SuppressDialog({ rows, lifted, onDone, onClose }: Properties) {
  useFocusBack();
  const isLifting = lifted !== undefined;
  const [reason, setReason] = useState('');
  const { mutate, isPending, error } = useChangeProspects();
  const isGiven = reason.trim() !== '';
  const send = () => {
    if (!isGiven || isPending) return;
    mutate(
      { rows, change: { action: isLifting ? 'liftSuppression' : 'suppress', reason } },
      {
        onSuccess: () => {
          onDone?.();
          onClose();
        },
      },
    );
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={`${isLifting ? 'Allow contact with' : 'Do not contact'} ${prospectsText(rows)}`}
      size="sm"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={createSubmitHandler(send)}>
        <Stack>
          {lifted === undefined ? (
            <Text size="sm">
              The list, the board and the page of{' '}
              {rows.length === 1 ? 'the prospect' : 'each prospect'} show the mark. Other prospects
              with the same phone number are marked too.
            </Text>
          ) : (
            <LiftedSuppressions {...lifted} />
          )}
          <TextInput
            label="Reason"
            data-autofocus
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <SendError error={error} />
          <DialogButtons onClose={onClose}>
            <Button type="submit" loading={isPending} disabled={!isGiven}>
              {isLifting ? 'Allow contact' : 'Do not contact'}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}

/** Maximum number of names in the text. */
const mostNames = 5;

function LiftedSuppressions({ suppressions, alsoSuppressed }: Properties['lifted'] & {}) {
  const names = alsoSuppressed.slice(0, mostNames).join(', ');
  const more = alsoSuppressed.length - mostNames;
  return (
    <Text size="sm">
      Lifts {countText(suppressions.length, 'suppression')}:{' '}
      {suppressions.map(({ reason }) => `“${reason}”`).join(', ')}.
      {names !== '' &&
        ` Also allows contact with ${names}${more > 0 ? ` and ${numberText(more)} more` : ''}.`}
    </Text>
  );
}
