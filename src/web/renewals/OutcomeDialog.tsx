import {
  Alert,
  Button,
  Group,
  Modal,
  NumberInput,
  SegmentedControl,
  Select,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { type LossReasonKey, lossReasonKeys } from '#shared/churn/losses/reasons.ts';
import { paths } from '#shared/core/pages/paths.ts';
import { type ListedRenewal, maxForecastNoteLength } from '#shared/renewals/renewals.ts';
import {
  type RenewalOutcome,
  renewalOutcomes,
  renewalStageLabels,
} from '#shared/renewals/words.ts';
import { useToday } from '#web/core/days.ts';
import { DialogButtons } from '#web/ui/dialog/DialogButtons.tsx';
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts';
import { createSubmitHandler } from '#web/ui/sending/sending.ts';
import { useChangeRenewal } from './data.ts';
import { renewalAmountAndDueText } from './due-text.ts';

interface Properties {
  row: ListedRenewal;
  /** Outcome that is selected at first. */
  outcome: RenewalOutcome;
  outcomesFrom: 'hubspot' | 'page';
  onClose: () => void;
}

/**
 * Dialog that records a renewal as signed or lost. After a loss, it offers to record the notice.
 * With HubSpot, it only says where to close the deal.
 */
export function OutcomeDialog({ row, outcome, outcomesFrom, onClose }: Properties) {
  useFocusBack();
  const [isLost, setIsLost] = useState(false);
  const finish = (recorded: RenewalOutcome) =>
    recorded === 'lost' && row.leavesOn === null ? setIsLost(true) : onClose();
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Outcome of ${row.institutionName}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {isLost ? (
        <NoticeOffer institutionId={row.institutionId} onClose={onClose} />
      ) : outcomesFrom === 'hubspot' ? (
        <Alert variant="light" title="The outcome comes from the deal in HubSpot">
          Close the deal there as won or lost. The renewal is then shown here as signed or lost.
        </Alert>
      ) : (
        <OutcomeForm row={row} outcome={outcome} onClose={onClose} onRecorded={finish} />
      )}
    </Modal>
  );
}

/** Link to the form for a notice, prefilled from the lost renewal. */
function NoticeOffer({ institutionId, onClose }: { institutionId: number; onClose: () => void }) {
  return (
    <Stack>
      <Text size="sm">
        The renewal is recorded as lost. If the customer has given notice, record it too: every page
        then shows the customer as leaving.
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Close without notice
        </Button>
        <Button component={Link} to={paths.addLoss(institutionId)}>
          Record notice
        </Button>
      </Group>
    </Stack>
  );
}

interface FormProperties extends Omit<Properties, 'outcomesFrom'> {
  onRecorded: (outcome: RenewalOutcome) => void;
}

function OutcomeForm({ row, outcome: initial, onClose, onRecorded }: FormProperties) {
  const today = useToday();
  const save = useChangeRenewal();
  const [outcome, setOutcome] = useState(initial);
  const [on, setOn] = useState(today);
  const [dollars, setDollars] = useState<number | string>(
    row.amountDue === null ? '' : Math.round(row.amountDue),
  );
  const [reason, setReason] = useState<LossReasonKey | null>(null);
  const [note, setNote] = useState('');
  const isLost = outcome === 'lost';
  const isReady = on !== '' && on <= today && (!isLost || reason !== null);
  function send() {
    const change = {
      action: 'outcome',
      outcome,
      on,
      dollars: typeof dollars === 'number' ? Math.round(dollars) : null,
      reason: isLost ? reason : null,
      note: note.trim(),
    } as const;
    save.mutate({ row, change }, { onSuccess: () => onRecorded(outcome) });
  }
  return (
    <form onSubmit={createSubmitHandler(() => isReady && send())}>
      <Stack>
        <Text size="sm">{renewalAmountAndDueText(row)}</Text>
        <SegmentedControl
          aria-label="Outcome"
          value={outcome}
          data={renewalOutcomes.map((value) => ({ value, label: renewalStageLabels[value] }))}
          onChange={(value) =>
            setOutcome(renewalOutcomes.find((each) => each === value) ?? outcome)
          }
        />
        <TextInput
          type="date"
          label="Date"
          required
          max={today}
          value={on}
          onChange={({ currentTarget }) => setOn(currentTarget.value)}
          error={on > today ? 'The date can’t be in the future' : undefined}
        />
        <NumberInput
          label={`${isLost ? 'Lost' : 'Signed'} amount (dollars per year)`}
          min={0}
          max={2_000_000_000}
          prefix="$"
          thousandSeparator=","
          value={dollars}
          onChange={setDollars}
        />
        {isLost && (
          <Select
            label="Reason"
            required
            data={lossReasonKeys}
            value={reason}
            allowDeselect={false}
            onChange={setReason}
          />
        )}
        <Textarea
          label="Note"
          maxLength={maxForecastNoteLength}
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
        <DialogButtons onClose={onClose}>
          <Button type="submit" loading={save.isPending} disabled={!isReady}>
            {isLost ? 'Record as lost' : 'Record as signed'}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  );
}
