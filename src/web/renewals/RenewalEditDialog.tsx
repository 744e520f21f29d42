import { Button, Group, Modal, NativeSelect, Stack, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dayInWords } from '#shared/core/words.ts';
import {
  type ListedRenewal,
  maxForecastNoteLength,
  type RenewalChange,
} from '#shared/renewals/renewals.ts';
import { ownerForecastProblem } from '#shared/renewals/rules.ts';
import {
  isOpenRenewalStage,
  ownerForecasts,
  ownerForecastWords,
  type RenewalOutcome,
  renewalCheckpointKeys,
  renewalStageLabels,
} from '#shared/renewals/words.ts';
import { userQuery } from '#web/auth/data.ts';
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts';
import { createSubmitHandler } from '#web/ui/sending/sending.ts';
import { useChangeRenewal } from './data.ts';
import { renewalAmountAndDueText } from './due-text.ts';
import { ExpectedForm } from './ExpectedForm.tsx';

const checkpointNames = {
  six_months: 'Six-month check-in',
  three_months: 'Three-month check-in',
} as const;

interface Properties {
  row: ListedRenewal;
  onClose: () => void;
  /** Opens the dialog that records the outcome. */
  onRecord: (outcome: RenewalOutcome) => void;
}

/** Dialog with the owner's forecast, expected amount, check-ins and decision of a renewal. */
export function RenewalEditDialog({ row, onClose, onRecord }: Properties) {
  useFocusBack();
  const { data: user } = useQuery(userQuery);
  const save = useChangeRenewal();
  const [call, setCall] = useState(row.call ?? 'unsure');
  const [note, setNote] = useState(row.callNote ?? '');
  const send = (change: RenewalChange) => save.mutate({ row, change });
  const { isPending } = save;
  const isOpen = isOpenRenewalStage(row.stage);
  const done = { six_months: row.sixMonths, three_months: row.threeMonths };
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Renewal of ${row.institutionName}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="md">
        <Text size="sm">{renewalAmountAndDueText(row)}</Text>
        {isOpen && (
          <form onSubmit={createSubmitHandler(() => send({ action: 'call', call, note }))}>
            <Stack gap="xs">
              <NativeSelect
                label="Owner’s forecast"
                description={[
                  `Predicted risk: ${row.systemRisk}.`,
                  ownerForecastProblem('monitor', row.daysLeft),
                ]
                  .filter((text) => text !== undefined)
                  .join(' ')}
                value={call}
                data={ownerForecasts.map((each) => ({
                  value: each,
                  label: ownerForecastWords[each],
                  disabled: ownerForecastProblem(each, row.daysLeft) !== undefined,
                }))}
                onChange={({ currentTarget }) =>
                  setCall(ownerForecasts.find((each) => each === currentTarget.value) ?? call)
                }
              />
              <Textarea
                label="Forecast note"
                maxLength={maxForecastNoteLength}
                value={note}
                onChange={({ currentTarget }) => setNote(currentTarget.value)}
              />
              <Button type="submit" loading={isPending} style={{ alignSelf: 'start' }}>
                Save forecast
              </Button>
            </Stack>
          </form>
        )}
        {row.isOpposed && (
          <div>
            <Text size="sm">
              {row.decision === null
                ? `The owner’s forecast (${row.call === null ? 'none' : ownerForecastWords[row.call].toLowerCase()}) and the predicted risk (${row.systemRisk.toLowerCase()}) contradict each other. An admin decides which one to use.`
                : `${row.decidedBy ?? 'An admin'} decided to use the ${row.decision === 'call' ? 'owner’s forecast' : 'predicted risk'}.`}
            </Text>
            {user?.role === 'admin' && (
              <Group gap="xs" mt={6}>
                <Button
                  variant="default"
                  loading={isPending}
                  onClick={() => send({ action: 'decide', decision: 'call' })}
                >
                  Use the owner’s forecast
                </Button>
                <Button
                  variant="default"
                  loading={isPending}
                  onClick={() => send({ action: 'decide', decision: 'risk' })}
                >
                  Use the predicted risk
                </Button>
              </Group>
            )}
          </div>
        )}
        {isOpen && <ExpectedForm row={row} isPending={isPending} onSave={send} />}
        {row.recordedOutcome !== null && (
          <Group justify="space-between">
            <Text size="sm">{outcomeText(row.recordedOutcome)}</Text>
            <Button
              variant="default"
              size="xs"
              loading={isPending}
              onClick={() => send({ action: 'reopen' })}
            >
              Reopen renewal
            </Button>
          </Group>
        )}
        {isOpen && (
          <Group gap="xs">
            <Button variant="default" size="xs" onClick={() => onRecord('signed')}>
              Record as signed
            </Button>
            <Button variant="default" size="xs" onClick={() => onRecord('lost')}>
              Record as lost
            </Button>
          </Group>
        )}
        {isOpen &&
          renewalCheckpointKeys.map((checkpoint) => (
            <Group key={checkpoint} justify="space-between">
              <Text size="sm">
                {checkpointNames[checkpoint]}:{' '}
                {done[checkpoint] === null
                  ? 'not done'
                  : `done ${dayInWords(done[checkpoint].on)} by ${done[checkpoint].by}`}
              </Text>
              <Button
                variant="default"
                size="xs"
                loading={isPending}
                onClick={() =>
                  send({ action: 'checkpoint', checkpoint, isDone: done[checkpoint] === null })
                }
              >
                {done[checkpoint] === null ? 'Mark done' : 'Mark not done'}
              </Button>
            </Group>
          ))}
      </Stack>
    </Modal>
  );
}

const outcomeText = ({
  outcome,
  on,
  by,
  reason,
}: NonNullable<ListedRenewal['recordedOutcome']>): string =>
  `${renewalStageLabels[outcome]} ${dayInWords(on)}${reason === null ? '' : ` (${reason})`}, recorded by ${by}`;
