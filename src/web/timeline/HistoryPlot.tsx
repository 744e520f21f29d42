import { useState } from 'react';
import { addDays, type Day } from '#shared/core/dates.ts';
import type { ResponseOf } from '#shared/core/endpoint.ts';
import { scoreText } from '#shared/core/score-text.ts';
import { countText, dayInWords } from '#shared/core/words.ts';
import { signedText } from '#shared/list/column.ts';
import type { getHealthHistory, HealthHistoryWeek } from '#shared/timeline/history.ts';
import { MonthAxis, ValueAxis } from '#web/ui/chart/axes.tsx';
import { ChartFrame, usePlotSize } from '#web/ui/chart/ChartFrame.tsx';
import chart from '#web/ui/chart/chart.module.css';
import { Band, Line, PointerLine } from '#web/ui/chart/marks.tsx';
import {
  axisFontSize,
  createValueScale,
  createWeekScale,
  estimateTextWidth,
  findFreeBox,
  type PlotSize,
} from '#web/ui/chart/plot.ts';
import { tierStyles, tierTextColor } from '#web/ui/tier/tiers.ts';
import { EventPins } from './EventPins.tsx';
import classes from './history.module.css';

export type HealthHistory = ResponseOf<typeof getHealthHistory>;

const margin = { top: 10, right: 36, bottom: 24, left: 32 };
/** Score in percent above which a label is placed below its point. */
const labelledBelowFrom = 88;
const bands = [
  { tier: 'Healthy', from: (week: HealthHistoryWeek) => week.healthyFrom, to: () => 100 },
  {
    tier: 'Medium',
    from: (week: HealthHistoryWeek) => week.mediumFrom,
    to: (week: HealthHistoryWeek) => week.healthyFrom,
  },
  { tier: 'Critical', from: () => 0, to: (week: HealthHistoryWeek) => week.mediumFrom },
] as const;

interface Column {
  week: Day;
  scored: HealthHistoryWeek | undefined;
  /** Week whose tier limits apply: `week` itself, or the last scored week before `week`. */
  rules: HealthHistoryWeek | undefined;
}

/** Returns one column for each week from the first to the current week. */
function columnsOf({ weeks, provisional, events }: HealthHistory): Column[] {
  const byWeek = new Map(weeks.map((week) => [week.weekStartDate, week]));
  const first = weeks[0]?.weekStartDate ?? '';
  const last = weeks.at(-1)?.weekStartDate ?? '';
  const end =
    provisional !== null || events.some(({ weekStartDate }) => weekStartDate > last)
      ? addDays(last, 7)
      : last;
  const columns: Column[] = [];
  for (let week = first; week <= end; week = addDays(week, 7)) {
    const scored = byWeek.get(week);
    columns.push({ week, scored, rules: scored ?? columns.at(-1)?.rules });
  }
  return columns;
}

/** Line chart of the score over tier bands, as wide as its container, with event pins below. */
export function HistoryPlot({
  institutionId,
  history,
}: {
  institutionId: number;
  history: HealthHistory;
}) {
  const plot = usePlotSize(220, margin);
  const [pointed, setPointed] = useState<number>();
  const columns = columnsOf(history);
  const step = (plot.right - plot.left) / columns.length;
  const weeks = createWeekScale(plot.left + step / 2, plot.right - step / 2, columns.length);
  const y = createValueScale(plot, 100);
  const last = history.weeks.at(-1);
  const lastX = weeks.at(columns.findIndex(({ scored }) => scored === last));
  const runningX = weeks.at(columns.length - 1);
  const lastScore = last?.adoptionScore ?? null;
  const running = history.provisional?.adoptionScore ?? null;
  const shown = pointed === undefined ? undefined : columns[pointed];
  const line = columns.map(({ scored }, index) => ({
    x: weeks.at(index),
    y: scored?.adoptionScore == null ? null : y(scored.adoptionScore),
  }));
  return (
    <figure className={chart.figure}>
      <figcaption className={classes.readout}>
        {shown === undefined ? summaryOf(history) : weekInWords(shown)}
      </figcaption>
      <ChartFrame
        plot={plot}
        label={`Adoption score of ${history.weeks.length} official weeks. ${summaryOf(history)}`}
        onPoint={(x) => setPointed(x === undefined ? undefined : weeks.nearest(x))}
      >
        {bands.map(({ tier, from, to }) => (
          <Band
            key={tier}
            points={columns.flatMap(({ rules }, index) =>
              rules === undefined
                ? []
                : [index, index + 1].map((edge) => ({
                    x: plot.left + edge * step,
                    low: y(from(rules)),
                    high: y(to(rules)),
                  })),
            )}
            color={tierStyles[tier].fill}
            opacity={0.11}
          />
        ))}
        {last !== undefined && (
          <ValueAxis
            plot={plot}
            ticks={bands.map(({ to }) => ({ y: y(to(last)), label: String(to(last)) }))}
          />
        )}
        <MonthAxis plot={plot} weeks={columns.map(({ week }) => week)} x={weeks.at} />
        {pointed !== undefined && <PointerLine plot={plot} x={weeks.at(pointed)} />}
        <Line
          values={columns.map(({ scored }) => scored?.adoptionScore ?? null)}
          x={weeks.at}
          y={y}
          color="var(--mantine-color-text)"
        />
        {columns.map(
          ({ week, scored }, index) =>
            scored?.adoptionScore != null && (
              <circle
                key={week}
                cx={weeks.at(index)}
                cy={y(scored.adoptionScore)}
                r={step < 10 ? 2 : 3.5}
                fill={tierTextColor(scored.healthTier)}
              />
            ),
        )}
        {running !== null && (
          <g>
            {lastScore !== null && (
              <line
                x1={lastX}
                y1={y(lastScore)}
                x2={runningX}
                y2={y(running)}
                className={classes.runningLine}
              />
            )}
            <circle cx={runningX} cy={y(running)} r={3.5} className={classes.runningDot} />
            <text x={runningX + 8} y={y(running) + 4} className={chart.axis}>
              {Math.round(running)}%
            </text>
          </g>
        )}
        {last !== undefined &&
          bands.map(({ tier, from, to }) => {
            const text = `${tierStyles[tier].mark} ${tier}`;
            const place = findFreeBox(tierNamePlaces(plot, text, y(to(last)), y(from(last))), line);
            return (
              <text
                key={tier}
                x={place.x}
                y={place.y - textDepth}
                fill={tierTextColor(tier)}
                className={classes.tierLabel}
              >
                {text}
              </text>
            );
          })}
        {lastScore !== null && (
          <text
            x={lastX}
            y={y(lastScore) + (lastScore > labelledBelowFrom ? 20 : -9)}
            textAnchor="middle"
            className={classes.lastScore}
          >
            {scoreText(lastScore)}
          </text>
        )}
      </ChartFrame>
      <EventPins
        institutionId={institutionId}
        width={plot.width}
        events={history.events.map((event) => ({
          x: weeks.at(columns.findIndex(({ week }) => week === event.weekStartDate)),
          item: event,
        }))}
      />
    </figure>
  );
}

/** Descender depth in pixels. */
const textDepth = 3;
const textHeight = axisFontSize + textDepth;

/**
 * Returns candidate positions for a tier's label, from left to right. They are at the top and at
 * the bottom of the tier's band.
 */
function tierNamePlaces({ left, right }: PlotSize, text: string, top: number, bottom: number) {
  const width = estimateTextWidth(text, axisFontSize) + 6;
  const ys = [top + textHeight + 4, bottom - 2] as const;
  const at = (part: number, y: number) => ({
    x: left + 6 + part * (right - left - width - 6),
    y,
    width,
    height: textHeight,
  });
  const others = [0.25, 0.5, 0.75].flatMap((part) => ys.map((y) => at(part, y)));
  return [at(0, ys[0]), at(0, ys[1]), ...others] as const;
}

function weekInWords({ week, scored }: Column): string {
  const end = dayInWords(addDays(week, 6));
  if (scored === undefined) return `Week ending ${end}: no official score`;
  if (scored.adoptionScore === null) return `Week ending ${end}: not measurable`;
  const change =
    scored.scoreChange === null ? '' : `, ${signedText(scored.scoreChange, ' points', 1)}`;
  return `Week ending ${end}: ${scoreText(scored.adoptionScore, scored)}, ${scored.healthTier}${change}`;
}

function summaryOf({ weeks, provisional }: HealthHistory): string {
  const scores = weeks.flatMap(({ adoptionScore }) => adoptionScore ?? []);
  const [first, last] = [scores[0], scores.at(-1)];
  if (first === undefined || last === undefined) return 'No measurable week';
  const running =
    provisional === null || provisional.adoptionScore === null
      ? ''
      : `; ${scoreText(provisional.adoptionScore)} so far this week`;
  return `From ${scoreText(first)} to ${scoreText(last)} in ${countText(weeks.length, 'week')}, between ${scoreText(Math.min(...scores))} and ${scoreText(Math.max(...scores))}${running}`;
}
