import { Group, Paper, Text } from '@mantine/core';
import type { churnPipeline } from '#shared/churn/pipeline.ts';
import type { PipelineRun } from '#shared/churn/runs/pipeline-runs.ts';
import { cronClock } from '#shared/core/jobs/schedule-text.ts';
import { median } from '#shared/core/numbers/median.ts';
import { capitalized, counted, dayInWords } from '#shared/core/words.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { RunStatus } from './RunStatus.tsx';

/** Milliseconds; null for a run that has not ended. */
export const tookOf = ({ startedAt, endedAt }: Pick<PipelineRun, 'startedAt' | 'endedAt'>): number | null =>
  startedAt === null || endedAt === null ? null : Date.parse(endedAt) - Date.parse(startedAt);

export const tookText = (milliseconds: number): string =>
  milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;

/** One step with its newest run, and how long it took beside what is usual. */
export function StepCard({ step, runs }: { step: (typeof churnPipeline)[number]; runs: readonly PipelineRun[] }) {
  const [run, ...before] = runs.filter(({ startedAt }) => startedAt !== null);
  const took = run === undefined ? null : tookOf(run);
  const usual = median(before.slice(0, 7).flatMap((each) => (each.status === 'succeeded' ? (tookOf(each) ?? []) : [])));
  return (
    <Paper p="sm" bg="var(--surface)">
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text fw={600}>
          {step.name} <MetricInfo metric="churnStep" />
        </Text>
        <Text size="sm" c="dimmed">
          {cronClock(step.cron).join(', ')}
        </Text>
      </Group>
      <Text size="xs" c="dimmed" mb={6}>
        {capitalized(step.does)}.
      </Text>
      {run === undefined ? (
        <Text size="sm">Never run.</Text>
      ) : (
        <>
          <Text size="sm" component="div">
            <RunStatus run={run} /> for {dayInWords(run.day)}
          </Text>
          <Text size="sm" c="dimmed">
            {counted(run.rowsIn, 'row')} in, {run.rowsOut.toLocaleString('en-US')} out, {run.rejects.toLocaleString('en-US')} left out
          </Text>
          <Text size="sm" c="dimmed">
            {took === null ? '' : `Took ${tookText(took)}`}
            {took !== null && usual !== null ? `, usually ${tookText(usual)}` : ''}
          </Text>
          {run.error !== null && <Text size="sm">{run.error}</Text>}
        </>
      )}
    </Paper>
  );
}
