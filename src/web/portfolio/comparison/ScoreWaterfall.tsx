import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { roundPartsToTotal } from '#shared/core/numbers/round-parts-to-total.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { Change } from '#web/ui/Change.tsx';
import classes from './comparison.module.css';

interface Step {
  key: string;
  label: ReactNode;
  points: number;
}

interface Properties {
  caption: string;
  from: { label: string; score: number };
  to: { label: string; score: number };
  steps: readonly Step[];
}

/**
 * Table with a waterfall chart from one score to another, with a row for each cause. The scale
 * covers only the range of the scores. The points of the causes are rounded so that they add up to
 * the rounded change. Scores have two decimals, so that a reader can check the sum.
 */
export function ScoreWaterfall({ caption, from, to, steps }: Properties) {
  const shownPoints = roundPartsToTotal(
    steps.map(({ points }) => points),
    to.score - from.score,
    1,
  );
  const levels = [from.score];
  for (const { points } of steps) levels.push((levels.at(-1) ?? from.score) + points);
  const low = Math.min(...levels, to.score);
  const high = Math.max(...levels, to.score);
  const room = Math.max(high - low, 0.2) * 0.06;
  const at = (score: number) =>
    (100 * (score - low + room)) / (Math.max(high - low, 0.2) + 2 * room);
  const end = (label: string, score: number) => (
    <tr className={classes.end}>
      <th scope="row">{label}</th>
      <td aria-hidden className={classes.track}>
        <span className={classes.level} style={{ insetInlineStart: `${at(score)}%` }} />
      </td>
      <td className={classes.figure}>{score.toFixed(2)}%</td>
    </tr>
  );
  return (
    <table className={classes.waterfall}>
      <caption>
        <Group gap={4} wrap="nowrap">
          <Text span size="sm" c="dimmed">
            {caption}
          </Text>
          <MetricInfo metric="averageCauses" />
        </Group>
      </caption>
      <tbody>
        {end(from.label, from.score)}
        {steps.map(({ key, label, points }, index) => {
          const before = levels[index] ?? from.score;
          const left = Math.min(before, before + points);
          return (
            <tr key={key}>
              <th scope="row">{label}</th>
              <td aria-hidden className={classes.track}>
                <span
                  className={classes.step}
                  data-falls={points < 0 || undefined}
                  style={{
                    insetInlineStart: `${at(left)}%`,
                    width: `${at(left + Math.abs(points)) - at(left)}%`,
                  }}
                />
              </td>
              <td className={classes.figure}>
                <Change value={shownPoints[index] ?? points} unit="" digits={1} />
              </td>
            </tr>
          );
        })}
        {end(to.label, to.score)}
      </tbody>
    </table>
  );
}
