import { Group, Paper, Text } from '@mantine/core';
import type { scheduledPipelineSteps } from '#shared/churn/pipeline/pipeline.ts';
import type { PipelineRun } from '#shared/churn/pipeline/pipeline-runs.ts';
import { cronTimesOfDay } from '#shared/core/jobs/schedule-text.ts';
import { median } from '#shared/core/numbers/median.ts';
import { capitalize, countText, dayInWords, numberText } from '#shared/core/words.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { RunStatus } from './RunStatus.tsx';

/** Returns the duration of a run in milliseconds; `null` while it is active. */
export const computeRunDuration = ({
  startedAt,
  endedAt,
}: Pick<PipelineRun, 'startedAt' | 'endedAt'>): number | null =>
  startedAt === null || endedAt === null ? null : Date.parse(endedAt) - Date.parse(startedAt);

export const runDurationText = (milliseconds: number): string =>
  milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;

/** Card of a step with its newest run and its typical duration. */
export function StepCard({
  step,
  runs,
}: {
  step: (typeof scheduledPipelineSteps)[number];
  runs: readonly PipelineRun[];
}) {
  const [run, ...before] = runs.filter(({ startedAt }) => startedAt !== null);
  const took = run === undefined ? null : computeRunDuration(run);
  const usual = median(
    before
      .slice(0, 7)
      .flatMap((each) => (each.status === 'succeeded' ? (computeRunDuration(each) ?? []) : [])),
  );
  return (
    <Paper p="sm" bg="var(--surface)">
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text fw={600}>
          {step.name} <MetricInfo metric="churnStep" />
        </Text>
        <Text size="sm" c="dimmed">
          {cronTimesOfDay(step.cron).join(', ')}
        </Text>
      </Group>
      <Text size="xs" c="dimmed" mb={6}>
        {capitalize(step.does)}.
      </Text>
      {run === undefined ? (
        <Text size="sm">Not run yet.</Text>
      ) : (
        <>
          <Text size="sm" component="div">
            <RunStatus run={run} /> for {dayInWords(run.day)}
          </Text>
          <Text size="sm" c="dimmed">
            {countText(run.rowsIn, 'row')} in, {numberText(run.rowsOut)} out,{' '}
            {numberText(run.rejects)} rejected
          </Text>
          <Text size="sm" c="dimmed">
            {took === null ? '' : `Took ${runDurationText(took)}`}
            {took !== null && usual !== null ? `, usually ${runDurationText(usual)}` : ''}
          </Text>
          {run.error !== null && <Text size="sm">{run.error}</Text>}
        </>
      )}
    </Paper>
  );
}
