import { countText } from '#shared/core/words.ts';
import { onboardingDaysAndTargets } from '#shared/institutions/onboarding-plan.ts';
import type { OnboardingState } from '#shared/institutions/onboarding-states.ts';
import { onboardingStateLabels } from '#shared/institutions/onboarding-states.ts';
import { expectedScore, listOnboardingCheckpoints } from '#shared/onboarding/progress.ts';
import { GridLine, ValueAxis } from '#web/ui/chart/axes.tsx';
import { ChartFrame, usePlotSize } from '#web/ui/chart/ChartFrame.tsx';
import chart from '#web/ui/chart/chart.module.css';
import { createValueScale, linePath } from '#web/ui/chart/plot.ts';
import { onboardingStateStyles } from './state-looks.ts';

const ticks = [0, 25, 50, 75, 100];
const targetDays = [
  0,
  ...onboardingDaysAndTargets.targets.map(({ day }) => day),
  onboardingDaysAndTargets.days,
];

/** Point of a customer in the plot. */
export interface CustomerScorePoint {
  institutionId: number;
  institutionName: string;
  state: OnboardingState;
  day: number;
  score: number;
}

/** Plot of each customer's score by onboarding day, with a line for the expected score. */
export function ScoreByOnboardingDayPlot({ dots }: { dots: readonly CustomerScorePoint[] }) {
  const plot = usePlotSize(300, { top: 12, right: 14, bottom: 40, left: 44 });
  const y = createValueScale(plot, 100);
  const x = (day: number) =>
    plot.left + (Math.max(0, day) / onboardingDaysAndTargets.days) * (plot.right - plot.left);
  const curve = linePath(
    targetDays.map((day) => ({ x: x(day), y: y(expectedScore(day, onboardingDaysAndTargets)) })),
  );
  const onTrack = dots.filter(({ state }) => state === 'on_track').length;
  return (
    <ChartFrame
      plot={plot}
      label={`${countText(dots.length, 'customer')} by day of onboarding and score, ${onTrack} of them on track`}
    >
      {ticks.map((tick) => (
        <GridLine key={tick} plot={plot} y={y(tick)} />
      ))}
      <ValueAxis plot={plot} ticks={ticks.map((tick) => ({ y: y(tick), label: `${tick}%` }))} />
      {listOnboardingCheckpoints(onboardingDaysAndTargets).map(({ day }) => (
        <g key={day}>
          <line
            x1={x(day)}
            x2={x(day)}
            y1={plot.top}
            y2={plot.bottom}
            className={chart.gridLine}
            strokeDasharray="2 4"
          />
          <text
            x={x(day)}
            y={plot.bottom + 16}
            textAnchor={day === onboardingDaysAndTargets.days ? 'end' : 'middle'}
            className={chart.axis}
          >
            {day}
          </text>
        </g>
      ))}
      <text x={plot.left} y={plot.bottom + 16} className={chart.axis}>
        0
      </text>
      <text
        x={(plot.left + plot.right) / 2}
        y={plot.height - 6}
        textAnchor="middle"
        className={chart.axis}
      >
        Day of onboarding
      </text>
      <path
        d={curve}
        className={chart.line}
        stroke="var(--mantine-color-text)"
        strokeDasharray="6 4"
      />
      <text x={x(132)} y={y(80) - 7} textAnchor="middle" className={chart.axis}>
        Expected
      </text>
      {dots.map((dot) => (
        <text
          key={dot.institutionId}
          x={x(dot.day)}
          y={y(Math.min(dot.score, 100))}
          dy="0.35em"
          textAnchor="middle"
          fontSize={11}
          fill={onboardingStateStyles[dot.state].text}
        >
          <title>
            {dot.institutionName}: {onboardingStateLabels[dot.state]}, day {dot.day},{' '}
            {Math.floor(dot.score)}%
          </title>
          {onboardingStateStyles[dot.state].mark}
        </text>
      ))}
    </ChartFrame>
  );
}
