import { Text } from '@mantine/core';
import type { getTenure } from '#shared/churn/survival/survival.ts';
import type { ResponseOf } from '#shared/core/endpoint.ts';
import { shareRange, shareText } from '#shared/core/words.ts';
import { fewestAtRisk } from '#shared/metrics/constants.ts';
import { Part } from '#web/metrics/Part.tsx';
import { GridLine, ValueAxis } from '#web/ui/chart/axes.tsx';
import { ChartFrame, usePlot } from '#web/ui/chart/ChartFrame.tsx';
import chart from '#web/ui/chart/chart.module.css';
import { niceCeiling, valueScale } from '#web/ui/chart/plot.ts';
import { FiguresBehind } from '#web/ui/chart/TableBehind.tsx';

type Rate = ResponseOf<typeof getTenure>['rates'][number];

/** When customers leave: the share of those there that leaves in a month. */
export function Rates({ rates, withClosed }: { rates: readonly Rate[]; withClosed: boolean }) {
  const known = rates.filter(({ rate }) => rate !== null);
  return (
    <div data-guide="survival-rates">
      <Part title="When customers leave" metric="leavingRate">
        {known.length === 0 ? (
          <Text c="dimmed">Fewer than {fewestAtRisk} customers were watched at any tenure.</Text>
        ) : (
          <figure style={{ margin: 0 }}>
            <RateChart rates={rates} />
            <FiguresBehind
              label="When customers leave"
              columns={['Months since go-live', 'Watched', 'Left', 'Leave in a month', '95% interval']}
              rows={rates.map(({ from, to, watched, left, rate }) => [
                `${from} to ${to}`,
                watched.toLocaleString('en-US'),
                left.toLocaleString('en-US'),
                rate === null ? '–' : shareText(rate.at, 2),
                rate === null ? '–' : shareRange(rate, 2),
              ])}
            />
          </figure>
        )}
        <Text size="xs" c="dimmed">
          {withClosed ? 'Practices that were sold or closed count as gone.' : 'Practices that were sold or closed do not count as gone.'}{' '}
          Times with fewer than {fewestAtRisk} customers are left out.
        </Text>
      </Part>
    </div>
  );
}

/** Each time of tenure as a line at its rate, with its interval. */
function RateChart({ rates }: { rates: readonly Rate[] }) {
  const plot = usePlot(240, { top: 12, right: 14, bottom: 40, left: 48 });
  const known = rates.flatMap(({ from, to, rate }) => (rate === null ? [] : [{ from, to, ...rate }]));
  const most = niceCeiling(100 * Math.max(0.001, ...known.map(({ high }) => high)));
  const y = valueScale(plot, most);
  const last = Math.max(...rates.map(({ to }) => to));
  const x = (month: number) => plot.left + (month / last) * (plot.right - plot.left);
  const peak = known.reduce((highest, each) => (each.at > highest.at ? each : highest));
  return (
    <ChartFrame
      plot={plot}
      label={`Share of customers that leaves in a month, by months since go-live: highest with ${shareText(peak.at, 2)} from month ${peak.from} to ${peak.to}`}
    >
      {[0, most / 2, most].map((tick) => (
        <GridLine key={tick} plot={plot} y={y(tick)} />
      ))}
      <ValueAxis plot={plot} ticks={[0, most / 2, most].map((tick) => ({ y: y(tick), label: `${tick}%` }))} />
      {[0, 6, 12, 18, 24, 36, 48, 60].map((month) => (
        <text key={month} x={x(month)} y={plot.bottom + 16} textAnchor="middle" className={chart.axis}>
          {month}
        </text>
      ))}
      <text x={(plot.left + plot.right) / 2} y={plot.height - 6} textAnchor="middle" className={chart.axis}>
        Months since go-live
      </text>
      {known.map(({ from, to, at, low, high }) => (
        <g key={from} stroke="var(--accent)">
          <rect
            x={x(from) + 1}
            width={Math.max(1, x(to) - x(from) - 2)}
            y={y(100 * high)}
            height={y(100 * low) - y(100 * high)}
            fill="var(--accent)"
            fillOpacity={0.14}
            stroke="none"
          />
          <line x1={x(from) + 1} x2={x(to) - 1} y1={y(100 * at)} y2={y(100 * at)} strokeWidth={2.5} />
        </g>
      ))}
    </ChartFrame>
  );
}
