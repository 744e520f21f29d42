import { Text, Title } from '@mantine/core';
import { weekEndOf } from '#shared/core/dates.ts';
import { products } from '#shared/core/products.ts';
import { dayInWords } from '#shared/core/words.ts';
import { usageText } from '#shared/health/product-table.ts';
import type { ProductUsage, ProductUsageWeek } from '#shared/health/usage.ts';
import { GridLine, MonthAxis } from '#web/ui/chart/axes.tsx';
import { ChartFrame, usePlotSize } from '#web/ui/chart/ChartFrame.tsx';
import { ChartDataTable } from '#web/ui/chart/CollapsibleChartTable.tsx';
import chart from '#web/ui/chart/chart.module.css';
import { Band, computeLineEndLabelsWidth, Line, LineEndLabels } from '#web/ui/chart/marks.tsx';
import { createValueScale, createWeekScale, niceCeiling } from '#web/ui/chart/plot.ts';

interface Properties {
  usage: ProductUsage;
  /**
   * Width in pixels that is reserved for labels on the right. All charts use the same width, so
   * that their weeks align.
   */
  labelWidth: number;
  /** Heading level of the caption. */
  order: 3 | 4;
}

/** Returns the labels for the last week's usage and the peers' median. */
function lastWeekLabels({ product, weeks }: ProductUsage) {
  const last = weeks.at(-1);
  const own = { fontSize: 13, fontWeight: 650, fill: 'var(--mantine-color-text)' };
  const peers = { fontSize: 11, fill: 'var(--accent)' };
  return [
    ...(last?.usage == null
      ? []
      : [{ value: last.usage, text: usageText(product, last.usage), look: own }]),
    ...(last?.median == null
      ? []
      : [{ value: last.median, text: `peers ${usageText(product, last.median)}`, look: peers }]),
  ];
}

export const computeProductLabelWidth = (usage: ProductUsage): number =>
  computeLineEndLabelsWidth(lastWeekLabels(usage));

/** Line chart of a product's weekly usage over the typical range of its peers. */
export function ProductUsageChart({ usage, labelWidth, order }: Properties) {
  const { product, entitled, weeks } = usage;
  const { name } = products[product];
  const plot = usePlotSize(150, { top: 14, right: labelWidth, bottom: 22, left: 4 });
  const top = niceCeiling(Math.max(...weeks.flatMap(({ usage, high }) => [usage ?? 0, high ?? 0])));
  const last = weeks.at(-1);
  const text = (value: number) => usageText(product, value);
  const x = createWeekScale(plot.left, plot.right, weeks.length).at;
  const y = createValueScale(plot, top);
  return (
    <figure className={chart.figure}>
      <figcaption>
        <Title order={order} size="h6">
          {name}
          {!entitled && (
            <Text span size="xs" c="dimmed" fw={400}>
              {' '}
              not sold
            </Text>
          )}
        </Title>
      </figcaption>
      <ChartFrame plot={plot} label={inWords(product, last, weeks.length)}>
        <GridLine plot={plot} y={plot.bottom} />
        <GridLine plot={plot} y={plot.top} dashes="2 4" />
        <text x={plot.left} y={plot.top - 4} className={chart.axis}>
          {text(top)}
        </text>
        <Band
          points={weeks.map(({ low, high }, index) => ({
            x: x(index),
            low: low === null ? null : y(low),
            high: high === null ? null : y(high),
          }))}
          color="var(--accent)"
          opacity={0.16}
        />
        <Line
          values={weeks.map(({ median }) => median)}
          x={x}
          y={y}
          color="var(--accent)"
          dashes="5 4"
        />
        <Line
          values={weeks.map((week) => week.usage)}
          x={x}
          y={y}
          color="var(--mantine-color-text)"
        />
        {last?.usage != null && (
          <circle cx={plot.right} cy={y(last.usage)} r={3} fill="var(--mantine-color-text)" />
        )}
        <LineEndLabels plot={plot} y={y} ends={lastWeekLabels(usage)} />
        <MonthAxis plot={plot} weeks={weeks.map(({ weekStartDate }) => weekStartDate)} x={x} />
      </ChartFrame>
      <ChartDataTable
        label={name}
        columns={['Week ending', 'Usage', 'Peers’ median', 'Typical range']}
        rows={weeks
          .toReversed()
          .map(({ weekStartDate, usage: own, low, median, high }) => [
            dayInWords(weekEndOf(weekStartDate)),
            own === null ? 'no data' : text(own),
            median === null ? '–' : text(median),
            low === null || high === null ? '–' : `${text(low)} to ${text(high)}`,
          ])}
      />
    </figure>
  );
}

function inWords(
  product: ProductUsage['product'],
  last: ProductUsageWeek | undefined,
  weeks: number,
): string {
  const { name } = products[product];
  if (last === undefined || last.usage === null)
    return `${name} over ${weeks} weeks; no data in the last week`;
  const peers =
    last.median === null
      ? 'no peers to compare with'
      : `peers’ median ${usageText(product, last.median)}`;
  return `${name} over ${weeks} weeks; ${usageText(product, last.usage)} in the last 28 days, ${peers}`;
}
