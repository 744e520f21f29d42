import { useElementSize } from '@mantine/hooks';
import { useState } from 'react';
import { addDays, type Day } from '#shared/core/dates.ts';
import type { ResponseOf } from '#shared/core/endpoint.ts';
import { dayInWords } from '#shared/core/words.ts';
import { signedText } from '#shared/list/column.ts';
import type { getHealthHistory, HistoryWeek } from '#shared/timeline/history.ts';
import classes from '#web/ui/chart/plot.module.css';
import { linePath, monthTicks } from '#web/ui/chart/plot.ts';
import { tierLooks, tierTextColor } from '#web/ui/tiers.ts';
import { EventPins } from './EventPins.tsx';

export type HealthHistory = ResponseOf<typeof getHealthHistory>;

const height = 220;
const margin = { top: 10, right: 36, bottom: 24, left: 32 };
const usualWidth = 720;
/** A score so near the top has its figure under it. */
const labelledBelowFrom = 88;
const bands = [
  { tier: 'Healthy', from: (week: HistoryWeek) => week.healthyFrom, to: () => 100 },
  { tier: 'Medium', from: (week: HistoryWeek) => week.mediumFrom, to: (week: HistoryWeek) => week.healthyFrom },
  { tier: 'Critical', from: () => 0, to: (week: HistoryWeek) => week.mediumFrom },
] as const;

/** Every week from the first to the running one, with what is known of it. */
function columnsOf({ weeks, provisional, events }: HealthHistory): { week: Day; scored: HistoryWeek | undefined }[] {
  const byWeek = new Map(weeks.map((week) => [week.weekStartDate, week]));
  const first = weeks[0]?.weekStartDate ?? '';
  const last = weeks.at(-1)?.weekStartDate ?? '';
  const end = provisional !== null || events.some(({ weekStartDate }) => weekStartDate > last) ? addDays(last, 7) : last;
  const columns: { week: Day; scored: HistoryWeek | undefined }[] = [];
  for (let week = first; week <= end; week = addDays(week, 7)) columns.push({ week, scored: byWeek.get(week) });
  return columns;
}

/** Runs of weeks in which the tiers began at the same scores; a week without a score goes by the rules before it. */
function sameRules(columns: readonly { scored: HistoryWeek | undefined }[], last: HistoryWeek) {
  const runs: { rules: HistoryWeek; first: number; count: number }[] = [];
  for (const [index, { scored }] of columns.entries()) {
    const run = runs.at(-1);
    const rules = scored ?? run?.rules ?? last;
    if (run !== undefined && run.rules.healthyFrom === rules.healthyFrom && run.rules.mediumFrom === rules.mediumFrom) run.count += 1;
    else runs.push({ rules, first: index, count: 1 });
  }
  return runs;
}

/** The score over the tiers as a line, drawn as wide as there is room, with the pins under it. */
export function HistoryPlot({ institutionId, history }: { institutionId: number; history: HealthHistory }) {
  const { ref, width: measured } = useElementSize<HTMLDivElement>();
  const [pointed, setPointed] = useState<number>();
  const width = measured || usualWidth;
  const columns = columnsOf(history);
  const step = (width - margin.left - margin.right) / columns.length;
  const xOf = (index: number) => margin.left + (index + 0.5) * step;
  const yOf = (score: number) => margin.top + (1 - score / 100) * (height - margin.top - margin.bottom);
  const scored = columns.map(({ scored: week }, index) => ({
    x: xOf(index),
    y: week?.adoptionScore == null ? null : yOf(week.adoptionScore),
    week,
  }));
  const last = history.weeks.at(-1);
  const lastIndex = columns.findIndex(({ scored: week }) => week === last);
  const { provisional } = history;
  const shown = pointed === undefined ? undefined : columns[pointed];
  return (
    <figure className={classes.figure} ref={ref}>
      <figcaption className={classes.readout}>{shown === undefined ? summaryOf(history) : weekInWords(shown)}</figcaption>
      <svg
        width={width}
        height={height}
        className={classes.plot}
        role="img"
        aria-label={`Adoption score of ${history.weeks.length} official weeks. ${summaryOf(history)}`}
        onPointerMove={(event) => {
          const x = event.clientX - event.currentTarget.getBoundingClientRect().left;
          const nearest = Math.floor((x - margin.left) / step);
          setPointed(Math.min(Math.max(nearest, 0), columns.length - 1));
        }}
        onPointerLeave={() => setPointed(undefined)}
      >
        {last !== undefined &&
          bands.map(({ tier, from, to }) => (
            <g key={tier}>
              {sameRules(columns, last).map(({ rules, first, count }) => (
                <rect
                  key={first}
                  x={margin.left + first * step}
                  width={count * step}
                  y={yOf(to(rules))}
                  height={yOf(from(rules)) - yOf(to(rules))}
                  fill={tierLooks[tier].fill}
                  fillOpacity={0.11}
                />
              ))}
              <text x={margin.left - 6} y={yOf(to(last)) + 4} textAnchor="end" className={classes.axis}>
                {to(last)}
              </text>
            </g>
          ))}
        {monthTicks(
          columns.map(({ week }) => week),
          xOf,
          44,
        ).map(({ x, label }) => (
          <text key={x} x={x} y={height - 6} textAnchor="middle" className={classes.axis}>
            {label}
          </text>
        ))}
        {shown !== undefined && pointed !== undefined && (
          <line x1={xOf(pointed)} x2={xOf(pointed)} y1={margin.top} y2={height - margin.bottom} className={classes.cursor} />
        )}
        <path d={linePath(scored)} className={classes.line} />
        {scored.map(
          ({ x, y, week }) =>
            y !== null &&
            week !== undefined && <circle key={x} cx={x} cy={y} r={step < 10 ? 2 : 3.5} fill={tierTextColor(week.healthTier)} />,
        )}
        {provisional?.adoptionScore != null && (
          <g>
            {last?.adoptionScore != null && (
              <path
                d={linePath([
                  { x: xOf(lastIndex), y: yOf(last.adoptionScore) },
                  { x: xOf(columns.length - 1), y: yOf(provisional.adoptionScore) },
                ])}
                className={classes.provisionalLine}
              />
            )}
            <circle cx={xOf(columns.length - 1)} cy={yOf(provisional.adoptionScore)} r={3.5} className={classes.provisionalDot} />
            <text x={xOf(columns.length - 1) + 8} y={yOf(provisional.adoptionScore) + 4} className={classes.axis}>
              {Math.round(provisional.adoptionScore)}
            </text>
          </g>
        )}
        {last !== undefined &&
          bands.map(({ tier, to }) => (
            <text key={tier} x={margin.left + 6} y={yOf(to(last)) + 15} fill={tierTextColor(tier)} className={classes.bandLabel}>
              {tierLooks[tier].mark} {tier}
            </text>
          ))}
        {last?.adoptionScore != null && (
          <text
            x={xOf(lastIndex)}
            y={yOf(last.adoptionScore) + (last.adoptionScore > labelledBelowFrom ? 20 : -9)}
            textAnchor="middle"
            className={classes.lastValue}
          >
            {Math.round(last.adoptionScore)}
          </text>
        )}
      </svg>
      <EventPins
        institutionId={institutionId}
        width={width}
        events={history.events.map((event) => ({ x: xOf(columns.findIndex(({ week }) => week === event.weekStartDate)), item: event }))}
      />
    </figure>
  );
}

function weekInWords({ week, scored }: { week: Day; scored: HistoryWeek | undefined }): string {
  const end = dayInWords(addDays(week, 6));
  if (scored === undefined) return `Week to ${end}: no official score`;
  if (scored.adoptionScore === null) return `Week to ${end}: could not be measured`;
  const change = scored.scoreChange === null ? '' : `, ${signedText(scored.scoreChange, ' points', 1)}`;
  return `Week to ${end}: ${Math.round(scored.adoptionScore)}, ${scored.healthTier}${change}`;
}

function summaryOf({ weeks, provisional }: HealthHistory): string {
  const scores = weeks.flatMap(({ adoptionScore }) => adoptionScore ?? []);
  const [first, last] = [scores[0], scores.at(-1)];
  if (first === undefined || last === undefined) return 'No week could be measured';
  const running =
    provisional === null || provisional.adoptionScore === null ? '' : `; ${Math.round(provisional.adoptionScore)} so far this week`;
  return `From ${Math.round(first)} to ${Math.round(last)} in ${weeks.length} ${weeks.length === 1 ? 'week' : 'weeks'}, between ${Math.round(Math.min(...scores))} and ${Math.round(Math.max(...scores))}${running}`;
}
