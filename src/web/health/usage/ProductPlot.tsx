import { Table, Text, Title } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { weekEndOf } from '#shared/core/dates.ts';
import { products } from '#shared/core/products.ts';
import { dayInWords } from '#shared/core/words.ts';
import { usageText } from '#shared/health/product-table.ts';
import type { ProductUsage, UsageWeek } from '#shared/health/usage.ts';
import classes from '#web/ui/chart/plot.module.css';
import { bandPath, linePath, monthTicks, niceCeiling } from '#web/ui/chart/plot.ts';
import { TableBehind } from '#web/ui/chart/TableBehind.tsx';

const height = 150;
const margin = { top: 14, bottom: 22, left: 4 };
/** Pixels that a letter of the direct labels takes at most. */
const letterWidth = 6.6;
const usualWidth = 420;
/** Two labels that stand nearer than this would overlap. */
const labelHeight = 13;

interface Properties {
  usage: ProductUsage;
  /** Pixels kept free at the right, the same in all pictures, so that their weeks stand under each other. */
  labelWidth: number;
}

const peersLabel = (product: ProductUsage['product'], last: UsageWeek | undefined): string =>
  last?.median == null ? '' : `peers ${usageText(product, last.median)}`;

/** What the direct labels of a product need. */
export function labelWidthOf({ product, weeks }: ProductUsage): number {
  const last = weeks.at(-1);
  const own = last?.usage == null ? '' : usageText(product, last.usage);
  return 14 + letterWidth * Math.max(peersLabel(product, last).length, own.length * 1.2);
}

/** One product's weeks as a line over its peers' band. */
export function ProductPlot({ usage: { product, entitled, weeks }, labelWidth }: Properties) {
  const { ref, width: measured } = useElementSize<HTMLElement>();
  const width = measured || usualWidth;
  const top = niceCeiling(Math.max(...weeks.flatMap(({ usage, high }) => [usage ?? 0, high ?? 0])));
  const last = weeks.at(-1);
  const text = (value: number) => usageText(product, value);
  const step = (width - margin.left - labelWidth) / Math.max(weeks.length - 1, 1);
  const xOf = (index: number) => margin.left + index * step;
  const bottom = height - margin.bottom;
  const yOf = (value: number | null) => (value === null ? null : margin.top + (1 - value / top) * (bottom - margin.top));
  const end = xOf(weeks.length - 1) + 6;
  const own = yOf(last?.usage ?? null);
  const peers = yOf(last?.median ?? null);
  const below = own !== null && peers !== null && Math.abs(own - peers) < labelHeight ? (peers < own ? -labelHeight : labelHeight) : 0;
  return (
    <figure className={classes.figure} ref={ref}>
      <figcaption>
        <Title order={4} size="h6">
          {products[product].name}
          {!entitled && (
            <Text span size="xs" c="dimmed" fw={400}>
              {' '}
              not sold
            </Text>
          )}
        </Title>
      </figcaption>
      <svg width={width} height={height} className={classes.plot} role="img" aria-label={inWords(product, last, weeks.length)}>
        <line x1={margin.left} x2={xOf(weeks.length - 1)} y1={bottom} y2={bottom} className={classes.baseline} />
        <line
          x1={margin.left}
          x2={xOf(weeks.length - 1)}
          y1={margin.top}
          y2={margin.top}
          className={classes.baseline}
          strokeDasharray="2 4"
        />
        <text x={margin.left} y={margin.top - 4} className={classes.axis}>
          {text(top)}
        </text>
        <path
          d={bandPath(weeks.map(({ low, high }, index) => ({ x: xOf(index), low: yOf(low), high: yOf(high) })))}
          className={classes.peerBand}
        />
        <path d={linePath(weeks.map(({ median }, index) => ({ x: xOf(index), y: yOf(median) })))} className={classes.peerMedian} />
        <path d={linePath(weeks.map(({ usage }, index) => ({ x: xOf(index), y: yOf(usage) })))} className={classes.line} />
        {own !== null && <circle cx={xOf(weeks.length - 1)} cy={own} r={3} fill="var(--mantine-color-text)" />}
        {own !== null && last?.usage != null && (
          <text x={end} y={own + 4} className={classes.ownLabel}>
            {text(last.usage)}
          </text>
        )}
        {peers !== null && (
          <text x={end} y={peers + 4 + below} className={classes.peerLabel}>
            {peersLabel(product, last)}
          </text>
        )}
        {monthTicks(
          weeks.map(({ weekStartDate }) => weekStartDate),
          xOf,
          52,
        ).map(({ x, label }) => (
          <text key={x} x={x} y={height - 6} textAnchor="middle" className={classes.axis}>
            {label}
          </text>
        ))}
      </svg>
      <TableBehind label={products[product].name}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Week ending</Table.Th>
            <Table.Th ta="right">Usage</Table.Th>
            <Table.Th ta="right">Peers’ median</Table.Th>
            <Table.Th ta="right">Middle half</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {weeks.toReversed().map(({ weekStartDate, usage, low, median, high }) => (
            <Table.Tr key={weekStartDate}>
              <Table.Th scope="row" fw={400}>
                {dayInWords(weekEndOf(weekStartDate))}
              </Table.Th>
              <Table.Td ta="right">{usage === null ? 'no data' : text(usage)}</Table.Td>
              <Table.Td ta="right">{median === null ? '–' : text(median)}</Table.Td>
              <Table.Td ta="right">{low === null || high === null ? '–' : `${text(low)} to ${text(high)}`}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </TableBehind>
    </figure>
  );
}

function inWords(product: ProductUsage['product'], last: UsageWeek | undefined, weeks: number): string {
  const { name } = products[product];
  if (last === undefined || last.usage === null) return `${name} over ${weeks} weeks; no data in the last week`;
  const peers = last.median === null ? 'no peers to compare with' : `peers’ median ${usageText(product, last.median)}`;
  return `${name} over ${weeks} weeks; ${usageText(product, last.usage)} in the last 28 days, ${peers}`;
}
