import { Text } from '@mantine/core';
import { useState } from 'react';
import { fixedDecimalsText } from '#shared/core/amount-words.ts';
import type { HealthTier } from '#shared/core/tiers.ts';
import { countText, dayInWords, numberText } from '#shared/core/words.ts';
import { tierStyles } from '../tier/tiers.ts';
import { GridLine, ValueAxis } from './axes.tsx';
import { ChartFrame, usePlotSize } from './ChartFrame.tsx';
import { ChartDataTable } from './CollapsibleChartTable.tsx';
import chart from './chart.module.css';
import { computeLineEndLabelsWidth, Line, LineEndLabels, PointerLine } from './marks.tsx';
import {
  axisFontSize,
  createValueScale,
  createWeekScale,
  estimateTextWidth,
  valueTicksUpTo,
  zoomedValueTicks,
} from './plot.ts';

interface Properties {
  title: string;
  /** Official weeks, oldest first. */
  points: readonly WeekPoint[];
  series: readonly { figure: string; label: string; tier?: HealthTier }[];
  unit?: string | undefined;
}

interface WeekPoint {
  weekEndDate: string;
  /** Number of customers behind the figures; `null` for one customer. */
  institutions: number | null;
  /** Values by figure; `null` when unknown. */
  values: Readonly<Partial<Record<string, number | null>>>;
}

const endLabelStyle = { fontSize: 12, fontWeight: 600, fill: 'var(--mantine-color-text)' };
/** Width of a date label on the axis in pixels, including a gap. */
const dateWidth = estimateTextWidth('Nov 21, 2026', axisFontSize) + 4;

/**
 * Line chart of the official weeks, with a labeled line for each series. A table has the same
 * figures.
 */
export function WeekLineChart({ title, points, series, unit = '' }: Properties) {
  const [hoveredIndex, setHoveredIndex] = useState<number>();
  const first = points[0];
  const last = points.at(-1);
  const digits = unit === '%' ? 1 : 0;
  const text = (value: number | null, fractionDigits = digits) =>
    value === null ? '–' : `${fixedDecimalsText(value, fractionDigits)}${unit}`;
  const lines = series.map(({ figure, label, tier }) => {
    const values = points.map((point) => point.values[figure] ?? null);
    const color = tier === undefined ? 'var(--mantine-color-anchor)' : tierStyles[tier].fill;
    return {
      figure,
      label,
      values,
      end: values.at(-1) ?? null,
      mark: tier === undefined ? '' : `${tierStyles[tier].mark} `,
      color,
    };
  });
  const ends = lines.flatMap(({ label, mark, end }) =>
    end === null
      ? []
      : [
          {
            value: end,
            text: `${mark}${lines.length > 1 ? `${label} ` : ''}${text(end)}`,
            look: endLabelStyle,
          },
        ],
  );
  const plot = usePlotSize(190, {
    top: 10,
    right: computeLineEndLabelsWidth(ends),
    bottom: 24,
    left: 44,
  });
  if (first === undefined || last === undefined)
    return (
      <Text size="sm" c="dimmed">
        There is no official week for these customers yet.
      </Text>
    );
  const known = lines.flatMap(({ values }) => values.filter((value) => value !== null));
  const highest = Math.max(0, ...known);
  const zoomed =
    lines.length === 1 && known.length > 0
      ? zoomedValueTicks(Math.min(...known), highest)
      : undefined;
  const ticks = zoomed ?? valueTicksUpTo(highest, unit === '%');
  const tickText = (tick: number) => text(tick, ticks.every(Number.isInteger) ? 0 : digits);
  const weeks = createWeekScale(plot.left, plot.right, points.length);
  const y = createValueScale(plot, ticks.at(-1) ?? 1, ticks[0]);
  const hoveredPoint = hoveredIndex === undefined ? undefined : points[hoveredIndex];
  return (
    <figure className={chart.figure}>
      <ChartFrame
        plot={plot}
        label={`${title}, ${dayInWords(first.weekEndDate)} to ${dayInWords(last.weekEndDate)}: ${lines.map(({ label, values, end }) => `${label} from ${text(values[0] ?? null)} to ${text(end)}`).join(', ')}`}
        onPoint={(x) => setHoveredIndex(x === undefined ? undefined : weeks.nearest(x))}
      >
        {ticks.map((tick) => (
          <GridLine key={tick} plot={plot} y={y(tick)} />
        ))}
        <ValueAxis
          plot={plot}
          ticks={ticks.map((tick) => ({ y: y(tick), label: tickText(tick) }))}
        />
        {hoveredIndex !== undefined && <PointerLine plot={plot} x={weeks.at(hoveredIndex)} />}
        {lines.map(({ figure, values, color }) => (
          <Line key={figure} values={values} x={weeks.at} y={y} color={color} />
        ))}
        {lines.map(
          ({ figure, end, color }) =>
            end !== null && (
              <circle key={figure} cx={plot.right} cy={y(end)} r={3.5} fill={color} />
            ),
        )}
        <LineEndLabels plot={plot} y={y} ends={ends} />
        {points.length > 1 && (
          <text
            x={Math.min(plot.left, plot.right - 2 * dateWidth)}
            y={plot.height - 6}
            className={chart.axis}
          >
            {dayInWords(first.weekEndDate)}
          </text>
        )}
        <text x={plot.right} y={plot.height - 6} textAnchor="end" className={chart.axis}>
          {dayInWords(last.weekEndDate)}
        </text>
      </ChartFrame>
      <Text size="xs" c="dimmed" mt="xs" mih={18}>
        {zoomed !== undefined &&
          hoveredPoint === undefined &&
          `The axis starts at ${tickText(zoomed[0] ?? 0)}, not 0.`}
        {lines.length > 1 &&
          last.institutions !== null &&
          hoveredPoint === undefined &&
          `${countText(last.institutions, 'customer')} in the last official week`}
        {hoveredPoint !== undefined &&
          `Week ending ${dayInWords(hoveredPoint.weekEndDate)}: ${lines.map(({ label, figure }) => `${lines.length > 1 ? `${label} ` : ''}${text(hoveredPoint.values[figure] ?? null)}`).join(', ')}`}
      </Text>
      <ChartDataTable
        label={`${title}, week by week`}
        columns={[
          'Week ending',
          ...lines.map(({ label }) => label),
          ...(last.institutions === null ? [] : ['Customers scored']),
        ]}
        rows={points
          .toReversed()
          .map(({ weekEndDate, institutions, values }) => [
            dayInWords(weekEndDate),
            ...lines.map(({ figure }) => text(values[figure] ?? null)),
            ...(institutions === null ? [] : [numberText(institutions)]),
          ])}
      />
    </figure>
  );
}
