import { Button, Checkbox, Group, Kbd, Menu, SimpleGrid, Stack, Textarea } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useRef, useState } from 'react';
import { maxCallNoteLength } from '#shared/prospects/calls/calls.ts';
import {
  type CallOutcome,
  callOutcomeLabels,
  callOutcomes,
  stageAfterReaching,
} from '#shared/prospects/calls/outcomes.ts';
import { isDealInProgress } from '#shared/prospects/deals.ts';
import type { ListedProspect } from '#shared/prospects/rows.ts';
import {
  activeProspectStages,
  type ProspectLostReason,
  prospectLostReasons,
} from '#shared/prospects/stages.ts';
import { SkipButton } from '#web/ui/SkipButton.tsx';
import { SendError } from '#web/ui/sending/SendError.tsx';
import type { CallListControl } from './use-call-list.ts';

interface Properties {
  prospect: ListedProspect;
  list: CallListControl;
}

/** Form for the outcome of a call, by buttons or the keys 1 to 6. */
export function CallOutcomeForm({
  prospect,
  list: { save: saveCall, isBusy, error, skip, back },
}: Properties) {
  const [note, setNote] = useState('');
  const [choosesReason, setChoosesReason] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const offered = isDealInProgress(prospect.deal) ? null : stageAfterReaching(prospect.stage);
  const nextStage = activeProspectStages.find((stage) => stage === offered) ?? null;
  const [moves, setMoves] = useState(true);

  const save = (outcome: CallOutcome, lostReason: ProspectLostReason | null = null) => {
    const stage = outcome === 'reached' && moves ? nextStage : null;
    saveCall({ outcome, note, stage, lostReason });
  };
  const choose = (outcome: CallOutcome) =>
    outcome === 'notInterested' ? setChoosesReason(true) : save(outcome);
  // While the menu of reasons or a dialog is open, keys belong to it. A held key acts once.
  const unlessChoosing = (act: () => void) => (event: KeyboardEvent) => {
    const isElsewhere = choosesReason || document.querySelector('[role=dialog]') !== null;
    if (!isElsewhere && !event.repeat) act();
  };
  useHotkeys([
    ...callOutcomes.map((outcome, at): [string, (event: KeyboardEvent) => void] => [
      String(at + 1),
      unlessChoosing(() => choose(outcome)),
    ]),
    ['s', unlessChoosing(skip)],
    ['u', unlessChoosing(() => back?.go())],
    ['n', unlessChoosing(() => field.current?.focus())],
  ]);
  return (
    <Stack gap="sm" data-guide="call-outcome">
      <Textarea
        ref={field}
        label="Note"
        description="Saved with the outcome"
        autosize
        minRows={2}
        maxLength={maxCallNoteLength}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') event.currentTarget.blur();
        }}
      />
      {nextStage !== null && (
        <Checkbox
          label={`When reached, move to ${nextStage}`}
          checked={moves}
          onChange={(event) => setMoves(event.currentTarget.checked)}
        />
      )}
      <SimpleGrid cols={2} spacing="xs">
        {callOutcomes.map((outcome, at) => {
          const button = (
            <Button
              key={outcome}
              variant={outcome === 'reached' ? 'filled' : 'default'}
              justify="space-between"
              disabled={isBusy}
              rightSection={
                <Kbd size="xs" visibleFrom="xs" aria-hidden>
                  {at + 1}
                </Kbd>
              }
              {...(outcome !== 'notInterested' && { onClick: () => save(outcome) })}
            >
              {callOutcomeLabels[outcome]}
            </Button>
          );
          return outcome === 'notInterested' ? (
            <Menu
              key={outcome}
              opened={choosesReason}
              onChange={setChoosesReason}
              position="bottom-start"
            >
              <Menu.Target>{button}</Menu.Target>
              <Menu.Dropdown>
                <Menu.Label>Lost because</Menu.Label>
                {prospectLostReasons.map((reason) => (
                  <Menu.Item key={reason} onClick={() => save(outcome, reason)}>
                    {reason}
                  </Menu.Item>
                ))}
              </Menu.Dropdown>
            </Menu>
          ) : (
            button
          );
        })}
      </SimpleGrid>
      <SendError error={error} />
      <Group gap="xs" grow>
        <BackButton back={back} />
        <SkipButton onSkip={skip} />
      </Group>
    </Stack>
  );
}

/** Button that returns to the previous prospect and undoes its call. */
export const BackButton = ({ back }: Pick<CallListControl, 'back'>) =>
  back !== undefined && (
    <Button
      variant="subtle"
      color="gray"
      loading={back.isPending}
      onClick={back.go}
      rightSection={<Kbd aria-hidden>u</Kbd>}
    >
      {back.label}
    </Button>
  );
