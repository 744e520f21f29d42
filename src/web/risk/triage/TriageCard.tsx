import { Alert, Anchor, Button, Group, Kbd, Stack, Text, Textarea, Title, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { paths } from '#shared/core/paths.ts';
import type { RiskRow } from '#shared/risk/rows.ts';
import { longestOutcomeNote, outcomeWords, type RiskOutcomeKind, riskOutcomes } from '#shared/work/cases.ts';
import { dayText, useToday } from '#web/core/days.ts';
import { sayError } from '#web/ui/say-error.ts';
import { AddTaskButton } from '#web/work/AddTaskButton.tsx';
import { AssignMenu } from '#web/work/AssignMenu.tsx';
import { riskCasesQuery } from '#web/work/data.ts';
import { useOutcome } from '#web/work/OutcomeMenu.tsx';
import { SnoozeMenu } from '#web/work/SnoozeMenu.tsx';
import { TriageFacts } from './TriageFacts.tsx';
import classes from './triage.module.css';
import type { Settled } from './triage-state.ts';
import { useTriageKeys } from './use-triage-keys.ts';

interface Properties {
  row: RiskRow;
  /** What was done about it earlier in this pass. */
  before: Settled | undefined;
  onSettle: (how: Settled) => void;
  onBack: (() => void) | undefined;
}

/** One customer: what is known of it on the left, what to say of it on the right. */
export function TriageCard({ row, before, onSettle, onBack }: Properties) {
  const [note, setNote] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const record = useOutcome(row.institutionId);
  const give = (outcome: RiskOutcomeKind) => {
    if (!record.isPending) record.mutate({ outcome, note }, { onSuccess: () => onSettle('judged') });
  };
  const skip = () => onSettle('skipped');
  useTriageKeys({ outcome: give, skip, back: () => onBack?.(), note: () => field.current?.focus() });
  return (
    <div className={classes.card}>
      <section aria-label={row.institutionName} className={classes.facts}>
        <Title order={2} size="h3" mb="xs" style={{ overflowWrap: 'anywhere' }}>
          <Anchor href={paths.institutionOverview(row.institutionId)} target="_blank" rel="noopener" inherit c="inherit">
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
          <Earlier row={row} before={before} />
          <Textarea
            ref={field}
            label="Note"
            description="Goes with the outcome"
            rightSection={<Kbd size="xs">n</Kbd>}
            rightSectionProps={{ 'aria-hidden': true, className: classes.noteKey }}
            autosize
            minRows={2}
            maxRows={6}
            maxLength={longestOutcomeNote}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') event.currentTarget.blur();
            }}
          />
          <Stack gap={6}>
            {riskOutcomes.map((outcome, at) => (
              <UnstyledButton
                key={outcome}
                className={classes.outcome}
                aria-keyshortcuts={String(at + 1)}
                disabled={record.isPending}
                onClick={() => give(outcome)}
              >
                <Kbd aria-hidden>{at + 1}</Kbd>
                <span>
                  <Text span size="sm" fw={600} display="block">
                    {outcomeWords[outcome].name}
                  </Text>
                  <Text span size="xs" c="dimmed" display="block">
                    {outcomeWords[outcome].meaning}
                  </Text>
                </span>
              </UnstyledButton>
            ))}
          </Stack>
          {record.error && (
            <Alert color="red" role="alert">
              {sayError(record.error)}
            </Alert>
          )}
          <Group gap="xs">
            <SnoozeMenu institutionIds={[row.institutionId]} onDone={() => onSettle('snoozed')} />
            <AssignMenu institutionIds={[row.institutionId]} />
            <AddTaskButton institutionId={row.institutionId} institutionName={row.institutionName} />
          </Group>
          <Group gap="xs" grow>
            {onBack !== undefined && (
              <Button variant="subtle" color="gray" onClick={onBack} rightSection={<Kbd aria-hidden>u</Kbd>}>
                Back
              </Button>
            )}
            <Button variant="subtle" color="gray" onClick={skip} rightSection={<Kbd aria-hidden>s</Kbd>}>
              Skip
            </Button>
          </Group>
        </Stack>
      </section>
    </div>
  );
}

/** What has been said of this customer already, by whomever, so that nobody judges it twice unawares. */
function Earlier({ row, before }: Pick<Properties, 'row' | 'before'>) {
  const found = useQuery(riskCasesQuery).data?.get(row.institutionId);
  const today = useToday();
  const last = found?.lastOutcome;
  if (found?.snooze) {
    return (
      <Text size="sm">
        Snoozed until {dayText(found.snooze.until, today)} by {found.snooze.by.name}: {found.snooze.reason}
      </Text>
    );
  }
  if (!last) return null;
  return (
    <Text size="sm" c={before === 'judged' ? 'inherit' : 'dimmed'}>
      {before === 'judged' ? 'Recorded' : 'Last time'}: {outcomeWords[last.outcome].name}, {last.by.name}
      {before === 'judged' && '. Another outcome takes its place.'}
    </Text>
  );
}
