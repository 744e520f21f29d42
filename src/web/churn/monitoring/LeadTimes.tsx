import { BarChart } from '@mantine/charts';
import { Text } from '@mantine/core';
import { smallestGroup } from '#shared/core/group-size.ts';
import { FiguresBehind } from '#web/ui/chart/TableBehind.tsx';

const binDays = 10;

/** Days from the flag to the notice, of the flagged customers that left. */
export function LeadTimes({ days }: { days: readonly number[] }) {
  if (days.length < smallestGroup)
    return <Text c="dimmed">Fewer than {smallestGroup} flagged customers have left, which says nothing of the lead time.</Text>;
  const bins = Array.from({ length: 60 / binDays }, (_, at) => ({
    name: `${at * binDays}–${(at + 1) * binDays - 1}`,
    customers: days.filter((day) => Math.floor(day / binDays) === at).length,
  }));
  return (
    <figure style={{ margin: 0 }} data-guide="quality-lead">
      <BarChart
        h={180}
        data={bins}
        dataKey="name"
        series={[{ name: 'customers', label: 'Customers', color: 'var(--accent)' }]}
        withTooltip={false}
        gridAxis="y"
        barProps={{ isAnimationActive: false }}
        xAxisLabel="Days before the notice"
      />
      <FiguresBehind label="Lead time" columns={['Days before the notice', 'Customers']} rows={bins.map((bin) => [bin.name, bin.customers])} />
    </figure>
  );
}
