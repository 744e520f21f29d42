import { scoreText } from '#shared/core/score-text.ts';
import { countText } from '#shared/core/words.ts';
import type { RiskRow } from '#shared/risk/rows.ts';

type Trend = RiskRow['trend'];

export const trendLineSize = { width: 84, height: 24 } as const;
const margin = 3;
/** Minimum range of the vertical axis in points, so that small changes look small. */
const minimumSpan = 40;

interface Line {
  path: string;
  end: { x: number; y: number };
}

/**
 * Returns the SVG path of the scores; `undefined` without scores. Missing weeks leave gaps in the
 * line.
 */
export function trendPath(trend: Trend): Line | undefined {
  const scores = trend.filter((score) => score !== null);
  if (scores.length === 0) return undefined;
  const [low, high] = [Math.min(...scores), Math.max(...scores)];
  const span = Math.max(minimumSpan, high - low);
  const bottom = (low + high - span) / 2;
  const step = (trendLineSize.width - 2 * margin) / Math.max(1, trend.length - 1);
  const rounded = (value: number) => Math.round(value * 10) / 10;
  const parts: string[] = [];
  let end = { x: 0, y: 0 };
  for (const [at, score] of trend.entries()) {
    if (score === null) continue;
    end = {
      x: rounded(margin + at * step),
      y: rounded(
        trendLineSize.height -
          margin -
          ((score - bottom) / span) * (trendLineSize.height - 2 * margin),
      ),
    };
    const isConnected = at > 0 && trend[at - 1] !== null;
    // A score between two gaps is drawn as a dot.
    parts.push(`${isConnected ? 'L' : 'M'}${end.x} ${end.y}${isConnected ? '' : 'h0'}`);
  }
  return { path: parts.join(''), end };
}

/** Describes the trend for screen readers and the tooltip. */
export function trendText(trend: Trend): string {
  const scores = trend.filter((score) => score !== null);
  const [first] = scores;
  const last = scores.at(-1);
  if (first === undefined || last === undefined) return 'No score';
  const weeks = countText(trend.length, 'week');
  const gaps =
    scores.length === trend.length
      ? ''
      : `, ${countText(trend.length - scores.length, 'week')} without a score`;
  return `Score from ${scoreText(first)} to ${scoreText(last)} in ${weeks}, between ${scoreText(Math.min(...scores))} and ${scoreText(Math.max(...scores))}${gaps}`;
}
