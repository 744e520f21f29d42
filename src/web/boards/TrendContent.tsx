import { Table, Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useState } from 'react';
import type { WidgetData } from '#shared/boards/boards.ts';
import type { TrendWidget } from '#shared/boards/widgets.ts';
import { dayInWords } from '#shared/core/words.ts';
import { linePath } from '#web/ui/chart/plot.ts';
import { TableBehind } from '#web/ui/chart/TableBehind.tsx';
import { tierLooks } from '#web/ui/tiers.ts';
import classes from './boards.module.css';
import { endLabels, scaleUpTo } from './trend-scale.ts';

interface Properties {
  data: Extract<WidgetData, { kind: 'trend' }>;
  widget: TrendWidget;
}

const height = 190;
const margin = { top: 10, bottom: 24, left: 44 };
/** Pixels of a letter, on average. */
const letter = 6.9;

/** One line for each series, labelled at its end, over the official weeks; the table behind it has the numbers. */
export function TrendContent({ data: { points }, widget: { title, series, unit = '' } }: Properties) {
  const { ref, width } = useElementSize();
  const [pointed, setPointed] = useState<number>();
  const first = points[0];
  const last = points.at(-1);
  if (first === undefined || last === undefined)
    return (
      <Text size="sm" c="dimmed">
        No official week has these customers.
      </Text>
    );
  const valueAt = (at: number, figure: (typeof series)[number]['figure']) => points[at]?.values[figure] ?? null;
  const ticks = scaleUpTo(Math.max(...points.flatMap(({ values }) => Object.values(values).map((value) => value ?? 0))), unit === '%');
  const top = ticks.at(-1) ?? 1;
  const text = (value: number | null) =>
    value === null ? '–' : `${value.toLocaleString('en-US', { maximumFractionDigits: unit === '%' ? 1 : 0 })}${unit}`;
  const endText = (line: (typeof series)[number], value: number) =>
    `${line.tier === undefined ? '' : `${tierLooks[line.tier].mark} `}${series.length > 1 ? `${line.label} ` : ''}${text(value)}`;
  const longest = Math.max(...series.map((line) => endText(line, valueAt(points.length - 1, line.figure) ?? 0).length));
  const right = Math.round(longest * letter) + 12;
  const x = (at: number) => margin.left + (at / Math.max(points.length - 1, 1)) * Math.max(width - margin.left - right, 1);
  const y = (value: number) => height - margin.bottom - (value / top) * (height - margin.top - margin.bottom);
  const colorOf = (line: (typeof series)[number]) => (line.tier === undefined ? 'var(--mantine-color-anchor)' : tierLooks[line.tier].fill);
  const labels = endLabels(
    series.flatMap((line) => {
      const value = valueAt(points.length - 1, line.figure);
      return value === null ? [] : [{ line, value, at: y(value) }];
    }),
  );
  const shown = pointed === undefined ? undefined : points[pointed];
  return (
    <figure className={classes.chart}>
      <div ref={ref}>
        {width > 0 && (
          <svg
            width={width}
            height={height}
            role="img"
            aria-label={`${title}, ${dayInWords(first.weekEndDate)} to ${dayInWords(last.weekEndDate)}: ${series.map(({ label, figure }) => `${label} from ${text(valueAt(0, figure))} to ${text(valueAt(points.length - 1, figure))}`).join(', ')}`}
            onPointerMove={(event) => {
              const share =
                (event.clientX - event.currentTarget.getBoundingClientRect().left - margin.left) / (x(points.length - 1) - margin.left);
              setPointed(Math.min(points.length - 1, Math.max(0, Math.round(share * (points.length - 1)))));
            }}
            onPointerLeave={() => setPointed(undefined)}
          >
            {ticks.map((tick) => (
              <g key={tick}>
                <line x1={margin.left} x2={x(points.length - 1)} y1={y(tick)} y2={y(tick)} className={classes.gridLine} />
                <text x={margin.left - 6} y={y(tick)} dy="0.35em" textAnchor="end" className={classes.axisText}>
                  {text(tick)}
                </text>
              </g>
            ))}
            {pointed !== undefined && (
              <line x1={x(pointed)} x2={x(pointed)} y1={margin.top} y2={height - margin.bottom} className={classes.pointer} />
            )}
            {series.map((line) => (
              <path
                key={line.figure}
                d={linePath(
                  points.map(({ values }, at) => {
                    const value = values[line.figure] ?? null;
                    return { x: x(at), y: value === null ? null : y(value) };
                  }),
                )}
                className={classes.trendLine}
                stroke={colorOf(line)}
              />
            ))}
            {labels.map(({ line, value, at }) => (
              <g key={line.figure}>
                <circle cx={x(points.length - 1)} cy={y(value)} r={3.5} fill={colorOf(line)} />
                <text x={x(points.length - 1) + 8} y={at} dy="0.35em" className={classes.endText}>
                  {endText(line, value)}
                </text>
              </g>
            ))}
            <text x={margin.left} y={height - 6} className={classes.axisText}>
              {dayInWords(first.weekEndDate)}
            </text>
            <text x={x(points.length - 1)} y={height - 6} textAnchor="end" className={classes.axisText}>
              {dayInWords(last.weekEndDate)}
            </text>
          </svg>
        )}
      </div>
      <Text size="xs" c="dimmed" mih={18} aria-hidden>
        {shown !== undefined &&
          `Week ending ${dayInWords(shown.weekEndDate)}: ${series.map(({ label, figure }) => `${series.length > 1 ? `${label} ` : ''}${text(shown.values[figure] ?? null)}`).join(', ')}`}
      </Text>
      <TableBehind label={`${title}, week by week`}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Week ending</Table.Th>
            {series.map(({ figure, label }) => (
              <Table.Th key={figure} scope="col" ta="right">
                {label}
              </Table.Th>
            ))}
            <Table.Th scope="col" ta="right">
              Customers scored
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {points.toReversed().map(({ weekEndDate, institutions, values }) => (
            <Table.Tr key={weekEndDate}>
              <Table.Th scope="row">{dayInWords(weekEndDate)}</Table.Th>
              {series.map(({ figure }) => (
                <Table.Td key={figure} ta="right">
                  {text(values[figure] ?? null)}
                </Table.Td>
              ))}
              <Table.Td ta="right">{institutions.toLocaleString('en-US')}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </TableBehind>
    </figure>
  );
}
