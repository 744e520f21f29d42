import '@mantine/core/styles/Progress.css';
import { Alert, Button, Group, Progress, Stack, Text, TextInput, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { dayInWords } from '#shared/core/words.ts';
import { maxRulesNoteLength, postScoringRules, type RulesTrial } from '#shared/scoring/rules.ts';
import { call } from '#web/core/api.ts';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { errorText } from '#web/ui/sending/error-text.ts';
import { createSubmitHandler } from '#web/ui/sending/sending.ts';
import { rulesTrialQuery, scoringRulesQuery } from './data.ts';
import { freshnessQuery } from './freshness.ts';
import { TrialFindings } from './TrialFindings.tsx';

interface Properties {
  trialId: string;
  newestVersion: number;
  onSaved: () => void;
}

// The trial starts below the form, where its progress would be out of view.
const scrollIntoView = (heading: HTMLElement | null) =>
  heading?.scrollIntoView({ block: 'nearest' });

/** Progress and findings of a trial, with the form that saves its rules. */
export function RulesTrialPanel({ trialId, newestVersion, onSaved }: Properties) {
  const { data: trial, error, refetch } = useQuery(rulesTrialQuery(trialId));
  const weekEnd = useQuery(freshnessQuery).data?.officialWeekEnd;
  if (error !== null && trial === undefined) {
    return (
      <ErrorState title="Couldn’t load the trial" error={error} onRetry={() => void refetch()} />
    );
  }
  return (
    <Stack gap="md">
      <Title order={2} size="h5" ref={scrollIntoView}>
        Trial
      </Title>
      {weekEnd && (
        <Text size="sm" c="dimmed">
          Official week ending {dayInWords(trial?.result?.lastWeek ?? weekEnd)} and the weeks before
          it
        </Text>
      )}
      {trial?.error && (
        <Alert variant="light" color="red" title="The trial failed">
          {trial.error}
        </Alert>
      )}
      {!trial?.error && !trial?.result && <TrialProgress trial={trial} />}
      {trial?.result && (
        <>
          <TrialFindings result={trial.result} />
          {trial.basedOn === newestVersion ? (
            <SaveRules trialId={trialId} version={newestVersion + 1} onSaved={onSaved} />
          ) : (
            <Alert variant="light" title="A newer version of the rules was saved">
              Your trial was based on version {trial.basedOn}. Test your rules again to save them.
            </Alert>
          )}
        </>
      )}
    </Stack>
  );
}

function TrialProgress({ trial }: { trial: RulesTrial | undefined }) {
  const { weeksDone, weeksTotal } = trial ?? { weeksDone: 0, weeksTotal: 0 };
  const labels =
    weeksTotal === 0 ? 'Waiting to start…' : `Scored ${weeksDone} of ${weeksTotal} weeks`;
  return (
    <Stack gap={6}>
      <Text size="sm" role="status">
        {labels}
      </Text>
      <Progress value={weeksTotal === 0 ? 0 : (100 * weeksDone) / weeksTotal} aria-label="Trial" />
    </Stack>
  );
}

function SaveRules({
  trialId,
  version,
  onSaved,
}: {
  trialId: string;
  version: number;
  onSaved: () => void;
}) {
  const [note, setNote] = useState('');
  const queryClient = useQueryClient();
  const save = useMutation({
    mutationFn: () => call(postScoringRules, { body: { trialId, note } }),
    onSuccess: async (saved) => {
      notifications.show(
        saved === null
          ? {
              title: 'Your rules are waiting for approval',
              message: 'Another administrator can approve them under Administration, Settings.',
            }
          : {
              title: `Version ${saved.version} is saved`,
              message: 'The version applies from the next official week.',
            },
      );
      await queryClient.invalidateQueries({ queryKey: scoringRulesQuery.queryKey });
      onSaved();
    },
  });
  return (
    <form onSubmit={createSubmitHandler(() => save.mutate())}>
      <Group align="flex-end" gap="sm">
        <TextInput
          label="What you change, and why"
          style={{ flex: '1 1 280px' }}
          value={note}
          maxLength={maxRulesNoteLength}
          error={save.error && errorText(save.error)}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <Button type="submit" disabled={note.trim() === ''} loading={save.isPending}>
          Save as version {version}
        </Button>
      </Group>
    </form>
  );
}
