import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { countText } from '#shared/core/words.ts';
import { blockerKinds, blockerLabels } from '#shared/onboarding/milestones.ts';
import {
  extensionDayChoices,
  maxPauseReasonLength,
  type OnboardingAction,
} from '#shared/onboarding/onboarding.ts';
import { maxBulkItems } from '#shared/work/many.ts';
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts';
import { createSubmitHandler } from '#web/ui/sending/sending.ts';
import { customersLabel } from '#web/work/customers.ts';
import { BulkMilestoneForm } from './BulkMilestoneForm.tsx';
import { useApplyOnboardingAction } from './data.ts';
import { HandOverChecks } from './HandOverChecks.tsx';
import { OnboardingCaseDetails } from './OnboardingCaseDetails.tsx';
import type { OnboardingDialogKind, StartedOnboardingAction } from './onboarding-actions.tsx';

interface Properties extends StartedOnboardingAction {
  onClose: () => void;
  /** Called after the change is saved. Not called when the dialog is closed without a change. */
  onDone: (() => void) | undefined;
}

const titles: Record<OnboardingDialogKind, (names: string) => string> = {
  milestones: (names) => `Milestones of ${names}`,
  block: (names) => `Set blocker for ${names}`,
  pause: (names) => `Pause ${names}`,
  resume: (names) => `Resume ${names}`,
  extend: (names) => `Extend onboarding of ${names}`,
  graduate: (names) => `Graduate ${names}`,
  hand_over: (names) => `Hand over ${names}`,
};

/** Dialog of one action on one or more cases. */
export function ActionDialog({ kind, rows, opener, onClose, onDone }: Properties) {
  useFocusBack(opener);
  const [only] = rows;
  const close = () => {
    onDone?.();
    onClose();
  };
  const body =
    rows.length > maxBulkItems ? (
      <Text size="sm">
        {countText(rows.length, 'customer')} are selected. Select at most {maxBulkItems} customers
        to change at once.
      </Text>
    ) : kind === 'milestones' && rows.length === 1 && only !== undefined ? (
      <OnboardingCaseDetails institutionId={only.institutionId} />
    ) : kind === 'milestones' ? (
      <BulkMilestoneForm rows={rows} onDone={close} />
    ) : (
      <ActionForm kind={kind} rows={rows} onDone={close} />
    );
  return (
    <Modal
      opened
      onClose={onClose}
      title={titles[kind](customersLabel(rows))}
      closeButtonProps={{ 'aria-label': 'Close' }}
      size={kind === 'milestones' && rows.length === 1 ? 'lg' : 'sm'}
      centered
    >
      {body}
    </Modal>
  );
}

interface FormProperties extends Pick<Properties, 'rows'> {
  kind: Exclude<OnboardingDialogKind, 'milestones'>;
  onDone: () => void;
}

function ActionForm({ kind, rows, onDone }: FormProperties) {
  const { write, isPending } = useApplyOnboardingAction(onDone);
  const submit = (change: OnboardingAction, titleOf: (whom: string) => string) =>
    write({ rows, change, titleOf });
  const confirm = (
    text: ReactNode,
    label: string,
    change: OnboardingAction,
    titleOf: (whom: string) => string,
  ) => (
    <Stack gap="sm">
      <Text size="sm" component="div">
        {text}
      </Text>
      <Group justify="flex-end">
        <Button loading={isPending} onClick={() => submit(change, titleOf)} data-autofocus>
          {label}
        </Button>
      </Group>
    </Stack>
  );
  switch (kind) {
    case 'block':
      return (
        <Stack gap={6}>
          {blockerKinds.map((blocker, at) => (
            <Button
              key={blocker}
              variant="default"
              disabled={isPending}
              data-autofocus={at === 0 || undefined}
              onClick={() =>
                submit(
                  { action: 'block', blocker },
                  (whom) => `${whom} blocked: ${blockerLabels[blocker]}`,
                )
              }
            >
              {blockerLabels[blocker]}
            </Button>
          ))}
          {rows.some(({ blocker }) => blocker !== null) && (
            <Button
              variant="subtle"
              disabled={isPending}
              onClick={() => submit({ action: 'unblock' }, (whom) => `${whom} no longer blocked`)}
            >
              Remove blocker
            </Button>
          )}
        </Stack>
      );
    case 'pause':
      return (
        <PauseForm
          isPending={isPending}
          onPause={(reason) => submit({ action: 'pause', reason }, (whom) => `Paused ${whom}`)}
        />
      );
    case 'resume':
      return confirm(
        'The onboarding clock continues from today.',
        'Resume',
        { action: 'resume' },
        (whom) => `Resumed ${whom}`,
      );
    case 'extend':
      return (
        <Stack gap="sm">
          <Text size="sm">
            Onboarding ends this many days later than planned. The expected scores stay the same.
          </Text>
          <Group gap={6}>
            {extensionDayChoices.map((days) => (
              <Button
                key={days}
                variant="default"
                disabled={isPending}
                onClick={() =>
                  submit({ action: 'extend', days }, (whom) => `Extended ${whom} by ${days} days`)
                }
              >
                {days} days
              </Button>
            ))}
          </Group>
        </Stack>
      );
    case 'graduate':
      return confirm(
        'Onboarding ends today, regardless of the score. The customer’s blockers and pauses end too.',
        'Graduate',
        { action: 'graduate' },
        (whom) => `${whom} graduated`,
      );
    case 'hand_over':
      return confirm(
        <>
          From today, the owner in the CRM is responsible for the customer. Open milestones stay on
          the list.
          <HandOverChecks rows={rows} />
        </>,
        'Hand over',
        { action: 'hand_over' },
        (whom) => `Handed over ${whom}`,
      );
  }
}

function PauseForm({
  isPending,
  onPause,
}: {
  isPending: boolean;
  onPause: (reason: string) => void;
}) {
  const [reason, setReason] = useState('');
  const isComplete = reason.trim() !== '' && !isPending;
  return (
    <Stack
      gap="sm"
      component="form"
      onSubmit={createSubmitHandler(() => isComplete && onPause(reason.trim()))}
    >
      <Text size="sm">The onboarding clock stops until you resume the onboarding.</Text>
      <TextInput
        label="Reason"
        value={reason}
        maxLength={maxPauseReasonLength}
        onChange={(event) => setReason(event.currentTarget.value)}
        data-autofocus
        required
      />
      <Group justify="flex-end">
        <Button type="submit" loading={isPending} disabled={!isComplete}>
          Pause
        </Button>
      </Group>
    </Stack>
  );
}
