import { Alert, Button, Group, Select, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { scheduledPipelineSteps } from '#shared/churn/pipeline/pipeline.ts';
import {
  type PipelineStepKey,
  pipelineStepKeys,
  postPipelineRun,
} from '#shared/churn/pipeline/pipeline-runs.ts';
import { userQuery } from '#web/auth/data.ts';
import { call } from '#web/core/api.ts';
import { useToday } from '#web/core/days.ts';
import { errorText } from '#web/ui/sending/error-text.ts';
import { createSubmitHandler } from '#web/ui/sending/sending.ts';
import { pipelineRunsQuery } from './data.ts';

/** Form with which admins rerun a step and all following steps for a day. */
export function RerunStepForm() {
  const { data: user } = useQuery(userQuery);
  const today = useToday();
  const client = useQueryClient();
  const [step, setStep] = useState<PipelineStepKey>('extract');
  const [day, setDay] = useState(today);
  const run = useMutation({
    mutationFn: () => call(postPipelineRun, { body: { step, day } }),
    onSettled: () => client.invalidateQueries({ queryKey: pipelineRunsQuery.queryKey }),
  });
  if (user?.role !== 'admin') return null;
  return (
    <form
      onSubmit={createSubmitHandler(() => day !== '' && run.mutate())}
      aria-label="Run again"
      data-guide="monitoring-again"
    >
      <Group gap="xs" align="flex-end">
        <Select
          label="Run again from"
          size="sm"
          allowDeselect={false}
          data={scheduledPipelineSteps.map((each) => ({ value: each.step, label: each.name }))}
          value={step}
          onChange={(value) => setStep(pipelineStepKeys.find((each) => each === value) ?? step)}
        />
        <TextInput
          type="date"
          size="sm"
          label="Day"
          value={day}
          max={today}
          onChange={(event) => setDay(event.currentTarget.value)}
          required
        />
        <Button type="submit" size="sm" variant="default" loading={run.isPending}>
          Run again
        </Button>
      </Group>
      {run.error && (
        <Alert color="red" role="alert" mt="xs">
          {errorText(run.error)}
        </Alert>
      )}
    </form>
  );
}
