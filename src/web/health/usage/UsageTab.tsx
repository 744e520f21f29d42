import { Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { dayInWords } from '#shared/core/words.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { usageQuery } from './data.ts';
import { LocationUsageTable } from './LocationUsageTable.tsx';
import { computeProductLabelWidth, ProductUsageChart } from './ProductUsageChart.tsx';
import { QuietLocations } from './QuietLocations.tsx';
import classes from './usage.module.css';
import { useWeekCount } from './use-week-count.ts';
import { WeekCountPicker } from './WeekCountPicker.tsx';

/** Usage tab: weekly usage by product compared with peers, and usage by location. */
export function UsageTab({ institutionId }: { institutionId: number }) {
  const [weeks] = useWeekCount();
  const usage = useQuery(usageQuery(institutionId, weeks));
  if (usage.isPending) return <Skeleton h={480} />;
  if (usage.isError)
    return (
      <ErrorState
        title="Couldn’t load usage"
        error={usage.error}
        onRetry={() => void usage.refetch()}
      />
    );
  const { weekEndDate, products, locations } = usage.data;
  if (weekEndDate === null)
    return (
      <Text c="dimmed">No usage to show, because this customer has no official score yet.</Text>
    );
  const labelWidth = Math.max(0, ...products.map(computeProductLabelWidth));
  return (
    <Stack gap="xl">
      <QuietLocations locations={locations} />
      <Stack gap="sm" data-guide="usage-products">
        <Group justify="space-between">
          <Group gap={4}>
            <Title order={3} size="h5">
              28-day usage as of {dayInWords(weekEndDate)}
            </Title>
            <MetricInfo metric="usage" />
          </Group>
          <WeekCountPicker />
        </Group>
        <Text size="sm" c="dimmed">
          The line is this customer. The band is the typical range of its peers (25th–75th
          percentile), and the dashed line is their median. Peers’ usage is scaled to this
          customer’s number of locations. <MetricInfo metric="quartiles" />
        </Text>
        {products.length === 0 && <Text c="dimmed">This customer has no products.</Text>}
        <div className={classes.products}>
          {products.map((product) => (
            <ProductUsageChart
              key={product.product}
              usage={product}
              labelWidth={labelWidth}
              order={4}
            />
          ))}
        </div>
      </Stack>
      <LocationUsageTable locations={locations} products={products.map(({ product }) => product)} />
    </Stack>
  );
}
