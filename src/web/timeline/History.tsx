import { Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useWeeks } from '#web/health/usage/use-weeks.ts';
import { WeeksControl } from '#web/health/usage/WeeksControl.tsx';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { historyQuery } from './data.ts';
import { HistoryPlot } from './HistoryPlot.tsx';
import { HistoryTable } from './HistoryTable.tsx';

/** The score week by week over the tiers, with what happened pinned under it. */
export function History({ institutionId }: { institutionId: number }) {
  const [weeks] = useWeeks();
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
        <WeeksControl />
      </Group>
      {history.isPending && <Skeleton h={300} />}
      {history.isError && (
        <ErrorState title="The history could not be loaded" error={history.error} onRetry={() => void history.refetch()} />
      )}
      {history.data?.weeks.length === 0 && <Text c="dimmed">No official week has scored this customer yet.</Text>}
      {history.data !== undefined && history.data.weeks.length > 0 && (
        <>
          <HistoryPlot institutionId={institutionId} history={history.data} />
          <HistoryTable history={history.data} />
        </>
      )}
    </Stack>
  );
}
