import { Paper, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FreshnessStrip } from '#web/scoring/FreshnessStrip.tsx';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { LoadingSkeleton, SkeletonBlock } from '#web/ui/page/LoadingSkeleton.tsx';
import { BenchmarkLog } from './BenchmarkLog.tsx';
import { BenchmarkTable } from './BenchmarkTable.tsx';
import classes from './benchmarks.module.css';
import { benchmarkTableQuery } from './data.ts';
import { PeerDistribution } from './PeerDistribution.tsx';
import { usePeerGroupChoice } from './use-peer-group-choice.ts';

/** Benchmarks tab of the dashboard: table, peer distribution and log of changes. */
export function BenchmarksTab() {
  const table = useQuery(benchmarkTableQuery);
  const choice = usePeerGroupChoice();
  if (table.data === undefined) {
    if (table.error !== null)
      return (
        <ErrorState
          title="Couldn’t load benchmarks"
          error={table.error}
          onRetry={() => table.refetch()}
        />
      );
    return (
      <LoadingSkeleton label="Loading the benchmarks">
        <Skeleton h={12} w="min(420px, 90%)" />
        <div className={classes.beside}>
          <div className={classes.wide}>
            <SkeletonBlock height={520} />
          </div>
          <div className={classes.aside}>
            <SkeletonBlock height={360} />
          </div>
        </div>
      </LoadingSkeleton>
    );
  }
  const { weekEndDate } = table.data;
  if (weekEndDate === null)
    return (
      <Text>
        No benchmarks yet. They appear after the first official week, which closes on a Sunday at 2
        AM.
      </Text>
    );
  return (
    <Stack gap="lg">
      <FreshnessStrip weekEnd={weekEndDate} />
      <div className={classes.beside}>
        <Paper p="md" bg="var(--surface)" className={classes.wide}>
          <BenchmarkTable table={table.data} choice={choice} />
        </Paper>
        <Paper p="md" bg="var(--surface)" className={classes.aside}>
          <PeerDistribution choice={choice} />
        </Paper>
      </div>
      <Paper p="md" bg="var(--surface)">
        <BenchmarkLog product={choice.product} />
      </Paper>
    </Stack>
  );
}
