import type { ModelReport } from '#shared/churn/quality/quality.ts';
import { numberText, shareRangeText, shareText } from '#shared/core/words.ts';
import { GridLine, ValueAxis } from '#web/ui/chart/axes.tsx';
import { ChartFrame, usePlotSize } from '#web/ui/chart/ChartFrame.tsx';
import { ChartDataTable } from '#web/ui/chart/CollapsibleChartTable.tsx';
import { axisFontSize, createValueScale, niceCeiling } from '#web/ui/chart/plot.ts';

/**
 * Calibration chart with ten bins. On the diagonal, the predicted share equals the observed share.
 */
export function ReliabilityDiagram({ bins }: { bins: ModelReport['reliability'] }) {
  const plot = usePlotSize(240, { top: 10, right: 16, bottom: 34, left: 48 });
  const most = niceCeiling(
    Math.max(0.01, ...bins.flatMap(({ predicted, high }) => [predicted, high])) * 100,
  );
  const y = createValueScale(plot, most);
  const x = (chance: number) => plot.left + ((chance * 100) / most) * (plot.right - plot.left);
  const ticks = [0, most / 2, most];
  return (
    <figure style={{ margin: 0 }} data-guide="quality-reliability">
      <ChartFrame
        plot={plot}
        label="Share that left within 60 days by predicted chance, in ten bins with intervals"
      >
        {ticks.map((tick) => (
          <GridLine key={tick} plot={plot} y={y(tick)} />
        ))}
        <ValueAxis plot={plot} ticks={ticks.map((tick) => ({ y: y(tick), label: `${tick}%` }))} />
        <line
          x1={x(0)}
          y1={y(0)}
          x2={x(most / 100)}
          y2={y(most)}
          stroke="var(--mantine-color-dimmed)"
          strokeDasharray="4 4"
        />
        {bins.map((bin) => (
          <g key={`${bin.predicted} ${bin.count}`} stroke="var(--accent)" fill="var(--accent)">
            <line
              x1={x(bin.predicted)}
              x2={x(bin.predicted)}
              y1={y(bin.low * 100)}
              y2={y(Math.min(bin.high * 100, most))}
              strokeWidth={2}
            />
            <circle cx={x(bin.predicted)} cy={y(bin.observed * 100)} r={4} />
          </g>
        ))}
        {ticks.slice(1).map((tick) => (
          <text
            key={tick}
            x={x(tick / 100)}
            y={plot.height - 18}
            textAnchor="end"
            fontSize={axisFontSize}
            fill="var(--mantine-color-dimmed)"
          >
            {tick}%
          </text>
        ))}
        <text
          x={plot.left}
          y={plot.height - 4}
          fontSize={axisFontSize}
          fill="var(--mantine-color-dimmed)"
        >
          Predicted chance (on the dashed line, prediction and outcome match)
        </text>
      </ChartFrame>
      <ChartDataTable
        label="Predicted and observed"
        columns={['Predicted', 'Left', 'Interval', 'Customers and weeks']}
        rows={bins.map((bin) => [
          shareText(bin.predicted, 1),
          shareText(bin.observed, 1),
          shareRangeText(bin, 1),
          numberText(bin.count),
        ])}
      />
    </figure>
  );
}
