import {
  describeDriverStep,
  driverEffectText,
  isClearDriver,
} from '#shared/churn/causes/drivers.ts';
import type { ChurnDriver } from '#shared/churn/quality/quality.ts';
import { ChartFrame, usePlotSize } from '#web/ui/chart/ChartFrame.tsx';
import { ChartDataTable } from '#web/ui/chart/CollapsibleChartTable.tsx';
import chart from '#web/ui/chart/chart.module.css';
import { axisFontSize, estimateTextWidth, withoutOverlaps } from '#web/ui/chart/plot.ts';

/** Ticks by importance: on a narrow screen, the last ones may lack space. */
const ticks = [1, 0.5, 2, 0.25, 4, 0.1, 10];
const narrow = 560;
/** Maximum number of drivers in the chart. The table below lists all drivers. */
const mostDrawn = 12;

const ratio = (value: number) => value.toFixed(2);

/** Forest plot of the drivers' odds ratios with intervals on a logarithmic scale. */
export function ChurnDriverForestPlot({ drivers }: { drivers: readonly ChurnDriver[] }) {
  const drawn = drivers.slice(0, mostDrawn);
  const names = drivers.map(describeDriverStep);
  const widest = Math.max(...names.map((name) => estimateTextWidth(name, axisFontSize))) + 20;
  const frame = usePlotSize(0, { top: 6, right: 24, bottom: 28, left: 12 });
  // On a narrow screen, a driver's name is above its row instead of beside it.
  const isNarrow = frame.width < narrow;
  const rowHeight = isNarrow ? 42 : 28;
  const height = drawn.length * rowHeight + 34;
  const plot = { ...frame, height, bottom: height - 28 };
  const left = isNarrow ? plot.left + 12 : Math.min(widest, plot.width / 2);
  const least = Math.min(0.5, ...drawn.map(({ low }) => low));
  const most = Math.max(2, ...drawn.map(({ high }) => high));
  const x = (value: number) =>
    left +
    ((Math.log(value) - Math.log(least)) / (Math.log(most) - Math.log(least))) *
      (plot.right - left);
  const visibleTicks = withoutOverlaps(
    ticks
      .filter((tick) => tick >= least && tick <= most)
      .map((tick) => ({ tick, x: x(tick), label: `× ${tick}` })),
  );
  return (
    <figure className={chart.figure}>
      <ChartFrame plot={plot} label={`Odds ratios of ${drawn.length} figures, strongest first`}>
        {visibleTicks.map(({ tick, x, label }) => (
          <g key={tick}>
            <line
              x1={x}
              x2={x}
              y1={plot.top}
              y2={plot.bottom}
              className={chart.gridLine}
              strokeDasharray={tick === 1 ? undefined : '3 3'}
              {...(tick === 1 ? { style: { stroke: 'currentColor' } } : {})}
            />
            <text x={x} y={plot.height - 8} textAnchor="middle" className={chart.axis}>
              {label}
            </text>
          </g>
        ))}
        {drawn.map((driver, at) => {
          const y = plot.top + (at + (isNarrow ? 0.68 : 0.5)) * rowHeight;
          const color = isClearDriver(driver) ? 'var(--accent)' : 'var(--mantine-color-dimmed)';
          return (
            <g key={names[at]}>
              <text
                x={plot.left}
                y={isNarrow ? y - 12 : y}
                dy={isNarrow ? 0 : '0.35em'}
                className={`${chart.axis} ${chart.onLines}`}
              >
                {names[at]}
              </text>
              <line
                x1={x(driver.low)}
                x2={x(driver.high)}
                y1={y}
                y2={y}
                stroke={color}
                strokeWidth={2}
              />
              <circle
                cx={x(driver.oddsRatio)}
                cy={y}
                r={4.5}
                fill={isClearDriver(driver) ? color : 'var(--surface)'}
                stroke={color}
                strokeWidth={2}
              />
            </g>
          );
        })}
      </ChartFrame>
      <ChartDataTable
        label="Odds ratios"
        columns={['Figure', 'Odds ratio', '95% interval', 'Notices are']}
        rows={drivers.map((driver, at) => [
          names[at] ?? '',
          ratio(driver.oddsRatio),
          `${ratio(driver.low)} to ${ratio(driver.high)}`,
          driverEffectText(driver),
        ])}
      />
    </figure>
  );
}
