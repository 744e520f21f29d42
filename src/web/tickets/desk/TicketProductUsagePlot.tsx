import { Text } from '@mantine/core';
import { weekEndOf } from '#shared/core/dates.ts';
import { type ProductKey, products } from '#shared/core/products.ts';
import { countText, dayInWords } from '#shared/core/words.ts';
import { usageText } from '#shared/health/product-table.ts';
import type { TicketDetail } from '#shared/tickets/desk.ts';
import { GridLine, MonthAxis } from '#web/ui/chart/axes.tsx';
import { ChartFrame, usePlotSize } from '#web/ui/chart/ChartFrame.tsx';
import { ChartDataTable } from '#web/ui/chart/CollapsibleChartTable.tsx';
import chart from '#web/ui/chart/chart.module.css';
import { Line } from '#web/ui/chart/marks.tsx';
import { createValueScale, createWeekScale, niceCeiling } from '#web/ui/chart/plot.ts';

interface Properties {
  product: ProductKey;
  weeks: NonNullable<TicketDetail['customer']>['use'];
}

/**
 * Weekly usage of the ticket's product, with markers in weeks when the customer opened tickets
 * about the product.
 */
export function TicketProductUsagePlot({ product, weeks }: Properties) {
  const { name } = products[product];
  const plot = usePlotSize(110, { top: 16, right: 8, bottom: 34, left: 4 });
  const top = niceCeiling(Math.max(...weeks.map(({ use }) => use ?? 0)));
  const x = createWeekScale(plot.left + 5, plot.right, weeks.length).at;
  const y = createValueScale(plot, top);
  const tickets = weeks.reduce((sum, week) => sum + week.tickets, 0);
  return (
    <figure className={chart.figure}>
      <Text component="figcaption" size="xs" c="dimmed" mt={6}>
        Weekly {name} usage and {countText(tickets, 'ticket')} about it (▲)
      </Text>
      <ChartFrame
        plot={plot}
        label={`${name} usage over ${weeks.length} weeks, with ${countText(tickets, 'ticket')} about it`}
      >
        <GridLine plot={plot} y={plot.bottom} />
        <GridLine plot={plot} y={plot.top} dashes="2 4" />
        <text x={plot.left} y={plot.top - 4} className={chart.axis}>
          {usageText(product, top)}
        </text>
        <Line values={weeks.map(({ use }) => use)} x={x} y={y} color="var(--mantine-color-text)" />
        {weeks.map(({ weekStart, tickets: opened }, index) =>
          opened === 0 ? null : (
            <text
              key={weekStart}
              x={x(index)}
              y={plot.bottom + 12}
              textAnchor="middle"
              fontSize={11}
              fill="var(--accent)"
            >
              {opened === 1 ? '▲' : `▲${opened}`}
            </text>
          ),
        )}
        <MonthAxis plot={plot} weeks={weeks.map(({ weekStart }) => weekStart)} x={x} />
      </ChartFrame>
      <ChartDataTable
        label={`${name} and tickets`}
        columns={['Week ending', 'Usage', 'Tickets']}
        rows={weeks
          .toReversed()
          .map(({ weekStart, use, tickets: opened }) => [
            dayInWords(weekEndOf(weekStart)),
            use === null ? 'no data' : usageText(product, use),
            opened,
          ])}
      />
    </figure>
  );
}
