import { Group, Skeleton } from '@mantine/core';
import { LoadingSkeleton, SkeletonBlock } from '#web/ui/page/LoadingSkeleton.tsx';
import classes from './boards.module.css';

const figures = ['first', 'second', 'third', 'fourth'];
const charts = ['fifth', 'sixth'];

export function BoardSkeleton() {
  return (
    <LoadingSkeleton label="Loading the board" gap="md">
      <Skeleton h={12} w="min(420px, 90%)" />
      <Group justify="space-between" aria-hidden>
        <Skeleton h={30} w={220} />
        <Skeleton h={30} w={230} />
      </Group>
      <Skeleton h={26} w={180} />
      <div className={classes.board}>
        {figures.map((key) => (
          <div key={key} className={classes.widget} data-kind="figure">
            <SkeletonBlock height={120} />
          </div>
        ))}
        {charts.map((key) => (
          <div key={key} className={classes.widget}>
            <SkeletonBlock height={320} />
          </div>
        ))}
      </div>
    </LoadingSkeleton>
  );
}
