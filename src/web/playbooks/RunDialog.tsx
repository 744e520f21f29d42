import { Anchor, Button, List, Modal, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { ResponseOf } from '#shared/core/endpoint.ts';
import { paths } from '#shared/core/pages/paths.ts';
import { dayInWords } from '#shared/core/words.ts';
import type { getPlaybookRun, RunStep } from '#shared/playbooks/runs.ts';
import { runStateLabels, stepKindTexts, stepOutcomeLabels } from '#shared/playbooks/words.ts';
import { patchTask } from '#shared/work/tasks.ts';
import { call } from '#web/core/api.ts';
import { dayText, useMomentFormatter, useToday } from '#web/core/days.ts';
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { LoadingSkeleton, SkeletonBlock } from '#web/ui/page/LoadingSkeleton.tsx';
import { notifyFailure } from '#web/ui/sending/notify-failure.ts';
import { refreshWork } from '#web/work/data.ts';
import { playbookRunQuery, refetchPlaybooks } from './data.ts';
import classes from './playbooks.module.css';
import { StopRunsForm } from './StopRunsForm.tsx';

type Run = ResponseOf<typeof getPlaybookRun>;

/** Dialog with the past, current and upcoming steps of a run. The user can stop the run. */
export function RunDialog({ runId, onClose }: { runId: string; onClose: () => void }) {
  useFocusBack();
  const source = useQuery(playbookRunQuery(runId));
  const { data } = source;
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={
        data === undefined
          ? 'Playbook run'
          : `${data.run.playbookName}: ${data.run.institutionName}`
      }
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {data === undefined && source.error === null && (
        <LoadingSkeleton label="Loading the run">
          <SkeletonBlock height={300} />
        </LoadingSkeleton>
      )}
      {source.error !== null && (
        <ErrorState
          title="Couldn’t load the run"
          error={source.error}
          onRetry={() => void source.refetch()}
        />
      )}
      {data !== undefined && <Shown data={data} />}
    </Modal>
  );
}

function Shown({ data: { run, steps, ahead } }: { data: Run }) {
  return (
    <Stack gap="md">
      <Text size="sm">
        <b>{runStateLabels[run.state]}</b>, started {dayInWords(run.startedOn)} by{' '}
        {run.startedBy ?? 'an alert rule'}
        {run.endedOn !== null && `, ended ${dayInWords(run.endedOn)}`}. Version {run.version}.{' '}
        <Anchor
          component={Link}
          to={paths.institutionOverview(run.institutionId)}
          inherit
          td="underline"
        >
          Open customer
        </Anchor>
      </Text>
      {run.endReason !== null && <Text size="sm">{run.endReason}.</Text>}
      <ol className={classes.steps} aria-label="Steps">
        {steps.map((step) => (
          <li key={step.stepId} data-done={step.doneAt !== null || undefined}>
            <Text size="sm" fw={500}>
              {step.title}
            </Text>
            <Step step={step} run={run} />
          </li>
        ))}
      </ol>
      {ahead.length > 0 && (
        <div>
          <Text size="sm" fw={500}>
            Possible next steps
          </Text>
          <List size="sm" listStyleType="none">
            {ahead.map((name) => (
              <List.Item key={name}>{name}</List.Item>
            ))}
          </List>
        </div>
      )}
      {run.state === 'active' && <StopRunsForm runs={[run]} />}
    </Stack>
  );
}

function Step({ step, run }: { step: RunStep; run: Run['run'] }) {
  const today = useToday();
  const { kind, startedAt, doneAt, outcome, dueOn, assignee, note, task } = step;
  const momentText = useMomentFormatter();
  const facts = [
    stepKindTexts[kind].name,
    `since ${momentText(startedAt)}`,
    doneAt === null || outcome === null
      ? null
      : `${stepOutcomeLabels[outcome].toLowerCase()} ${momentText(doneAt)}`,
    doneAt === null && dueOn !== null
      ? `${kind === 'wait' ? 'until' : 'due'} ${dayText(dueOn, today)}`
      : null,
    assignee === null ? (task === null ? null : 'unassigned') : `for ${assignee.name}`,
  ].filter((fact) => fact !== null);
  return (
    <>
      <Text size="xs" c="dimmed">
        {facts.join(', ')}
      </Text>
      {note !== null && <Text size="xs">{note}</Text>}
      {task?.status === 'open' && doneAt === null && (
        <CloseTask step={step} task={task} institutionId={run.institutionId} />
      )}
    </>
  );
}

interface CloseProperties {
  step: RunStep;
  task: NonNullable<RunStep['task']>;
  institutionId: number;
}

/** Button that completes the task of a step. The run continues when the playbooks job runs next. */
function CloseTask({ step, task: { taskId, version }, institutionId }: CloseProperties) {
  const client = useQueryClient();
  const close = useMutation({
    mutationFn: () =>
      call(patchTask, { params: { id: institutionId, taskId }, body: { version, status: 'done' } }),
    onSuccess: () =>
      notifications.show({
        title: `Done: ${step.title}`,
        message: 'The run continues within 15 minutes.',
      }),
    onError: (error) => notifyFailure(`Couldn’t close ${step.title}`, error),
    onSettled: () => Promise.all([refetchPlaybooks(client), refreshWork(client, [institutionId])]),
  });
  return (
    <Button
      size="compact-sm"
      variant="default"
      mt={4}
      loading={close.isPending}
      aria-label={`Mark done: ${step.title}`}
      onClick={() => close.mutate()}
    >
      Mark done
    </Button>
  );
}
