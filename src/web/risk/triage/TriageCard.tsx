import { Anchor, Group, Kbd, Stack, Text, Textarea, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { paths } from '#shared/core/pages/paths.ts';
import type { RiskRow } from '#shared/risk/rows.ts';
import {
  maxOutcomeNoteLength,
  type RiskOutcomeKind,
  riskOutcomeTexts,
} from '#shared/work/cases.ts';
import { dayText, useToday } from '#web/core/days.ts';
import { SkipButton } from '#web/ui/SkipButton.tsx';
import { SendError } from '#web/ui/sending/SendError.tsx';
import { AddTaskButton } from '#web/work/AddTaskButton.tsx';
import { AssignMenu } from '#web/work/cases/AssignMenu.tsx';
import { OutcomeChoices } from '#web/work/cases/OutcomeChoices.tsx';
import { useRecordOutcome } from '#web/work/cases/risk-work.ts';
import { SnoozeMenu } from '#web/work/cases/SnoozeMenu.tsx';
import { riskCasesQuery } from '#web/work/data.ts';
import { TriageFacts } from './TriageFacts.tsx';
import classes from './triage.module.css';
import type { TriageResult } from './triage-state.ts';
import { UndoButton } from './UndoButton.tsx';
import { useTriageKeys } from './use-triage-keys.ts';
import type { UndoLastTriage } from './use-undo-last.ts';

interface Properties {
  row: RiskRow;
  onSettle: (how: TriageResult) => void;
  undo: UndoLastTriage;
}

/** Triage card of one customer: facts on the left, outcome form on the right. */
export function TriageCard({ row, onSettle, undo }: Properties) {
  const [note, setNote] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const record = useRecordOutcome({
    institutionIds: [row.institutionId],
    isQuiet: true,
    onDone: (_, workId) => onSettle({ how: 'judged', workId }),
  });
  const give = (outcome: RiskOutcomeKind) => {
    if (!record.isPending) record.mutate({ outcome, note });
  };
  const skip = () => onSettle({ how: 'skipped' });
  useTriageKeys({ outcome: give, skip, back: undo.go, note: () => field.current?.focus() });
  return (
    <div className={classes.card}>
      <section aria-label={row.institutionName} className={classes.facts}>
        <Title order={2} size="h3" mb="xs" style={{ overflowWrap: 'anywhere' }}>
          <Anchor
            href={paths.institutionOverview(row.institutionId)}
            target="_blank"
            rel="noopener"
            inherit
            c="inherit"
          >
            {row.institutionName}
          </Anchor>
        </Title>
        <TriageFacts row={row} />
      </section>
      <section aria-label="Outcome" className={classes.decision}>
        <Stack gap="sm">
          <Title order={3} size="h5">
            What did you find?
          </Title>
          <PreviousOutcome row={row} />
          <Textarea
            ref={field}
            label="Note"
            description="Saved with the outcome"
            rightSection={<Kbd size="xs">n</Kbd>}
            rightSectionProps={{ 'aria-hidden': true, className: classes.noteKey }}
            autosize
            minRows={2}
            maxRows={6}
            maxLength={maxOutcomeNoteLength}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') event.currentTarget.blur();
            }}
          />
          <OutcomeChoices isBusy={record.isPending} onChoose={give} />
          <SendError error={record.error} />
          <Group gap="xs">
            <SnoozeMenu
              isQuiet
              institutionIds={[row.institutionId]}
              onDone={(_, workId) => onSettle({ how: 'snoozed', workId })}
            />
            <AssignMenu institutionIds={[row.institutionId]} />
            <AddTaskButton
              institutionId={row.institutionId}
              institutionName={row.institutionName}
            />
          </Group>
          <Group gap="xs" grow>
            <UndoButton undo={undo} variant="subtle" />
            <SkipButton onSkip={skip} />
          </Group>
        </Stack>
      </section>
    </div>
  );
}

/** Shows an earlier outcome or snooze, so that the user doesn't record a second one by mistake. */
function PreviousOutcome({ row }: Pick<Properties, 'row'>) {
  const riskCase = useQuery(riskCasesQuery).data?.get(row.institutionId);
  const today = useToday();
  const last = riskCase?.lastOutcome;
  if (riskCase?.snooze) {
    return (
      <Text size="sm">
        Snoozed until {dayText(riskCase.snooze.until, today)} by {riskCase.snooze.by.name}:{' '}
        {riskCase.snooze.reason}
      </Text>
    );
  }
  if (!last) return null;
  return (
    <Text size="sm" c="dimmed">
      Last time: {riskOutcomeTexts[last.outcome].name}, {last.by.name}
    </Text>
  );
}
