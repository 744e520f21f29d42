import { Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { BackfillGranularity } from '#shared/core/jobs/job-runs.ts';
import { postJobRun } from '#shared/jobs/jobs.ts';
import { call } from '#web/core/api.ts';
import { useToday } from '#web/core/days.ts';
import { RequestJobDialog } from './RequestJobDialog.tsx';

const stepWords = {
  day: 'The job runs once for each day in the range, oldest day first.',
  week: 'The job runs once for each week in the range, oldest week first. Closed weeks keep their scores. To score closed weeks again, reopen them.',
} as const satisfies Record<BackfillGranularity, string>;

interface Properties {
  job: string;
  /** Name of the job in words. */
  title: string;
  step: BackfillGranularity;
  onClose: () => void;
}

/** Dialog that runs a job for past days. */
export function BackfillDialog({ job, title, step, onClose }: Properties) {
  const today = useToday();
  const [from, setFrom] = useState('');
  const [to, setTo] = useState(today);
  return (
    <RequestJobDialog
      title={`Backfill ${title}`}
      text={stepWords[step]}
      button="Backfill"
      ask={() => call(postJobRun, { body: { job, range: { from, to } } })}
      onClose={onClose}
    >
      <Group grow align="flex-start">
        <TextInput
          type="date"
          label="First day"
          value={from}
          max={to}
          required
          data-autofocus
          onChange={(event) => setFrom(event.currentTarget.value)}
        />
        <TextInput
          type="date"
          label="Last day"
          value={to}
          min={from}
          max={today}
          required
          onChange={(event) => setTo(event.currentTarget.value)}
        />
      </Group>
    </RequestJobDialog>
  );
}
