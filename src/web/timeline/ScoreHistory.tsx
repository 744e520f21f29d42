import { Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useWeekCount } from '#web/health/usage/use-week-count.ts';
import { WeekCountPicker } from '#web/health/usage/WeekCountPicker.tsx';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { historyQuery } from './data.ts';
import { HistoryPlot } from './HistoryPlot.tsx';
import { HistoryTable } from './HistoryTable.tsx';

/** Chart and table of the weekly score, with events pinned below. */
export function ScoreHistory({ institutionId }: { institutionId: number }) {
  const [weeks] = useWeekCount();
  const history = useQuery(historyQuery(institutionId, weeks));
  return (
    <Stack gap="xs" data-guide="score-history">
      <Group justify="space-between">
        <Group gap={4}>
          <Title order={2} size="h5">
            Score history
          </Title>
          <MetricInfo metric="adoptionScore" />
        </Group>
        <WeekCountPicker />
      </Group>
      {history.isPending && <Skeleton h={300} />}
      {history.isError && (
        <ErrorState
          title="Couldn’t load score history"
          error={history.error}
          onRetry={() => void history.refetch()}
        />
      )}
      {history.data?.weeks.length === 0 && <Text c="dimmed">No official scores yet.</Text>}
      {history.data !== undefined && history.data.weeks.length > 0 && (
        <>
          <HistoryPlot institutionId={institutionId} history={history.data} />
          <HistoryTable history={history.data} />
        </>
      )}
    </Stack>
  );
}
