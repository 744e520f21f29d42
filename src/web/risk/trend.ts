import type { RiskRow } from '#shared/risk/rows.ts';

type Trend = RiskRow['trend'];

export const trendSize = { width: 84, height: 24 } as const;
const margin = 3;
/** Points that the height stands for at least, so that a small change looks small. */
const leastSpan = 40;

interface Line {
  path: string;
  end: { x: number; y: number };
}

/** A line through the scores, broken where there is none; undefined without any. */
export function trendPath(trend: Trend): Line | undefined {
  const scores = trend.filter((score) => score !== null);
  if (scores.length === 0) return undefined;
  const [low, high] = [Math.min(...scores), Math.max(...scores)];
  const span = Math.max(leastSpan, high - low);
  const bottom = (low + high - span) / 2;
  const step = (trendSize.width - 2 * margin) / Math.max(1, trend.length - 1);
  const rounded = (value: number) => Math.round(value * 10) / 10;
  const parts: string[] = [];
  let end = { x: 0, y: 0 };
  for (const [at, score] of trend.entries()) {
    if (score === null) continue;
    end = {
      x: rounded(margin + at * step),
      y: rounded(trendSize.height - margin - ((score - bottom) / span) * (trendSize.height - 2 * margin)),
    };
    const goesOn = at > 0 && trend[at - 1] !== null;
    // A score between two gaps is a dot.
    parts.push(`${goesOn ? 'L' : 'M'}${end.x} ${end.y}${goesOn ? '' : 'h0'}`);
  }
  return { path: parts.join(''), end };
}

/** What the line shows, in words. */
export function trendText(trend: Trend): string {
  const scores = trend.filter((score) => score !== null);
  const [first] = scores;
  const last = scores.at(-1);
  if (first === undefined || last === undefined) return 'No score';
  const weeks = `${trend.length} weeks`;
  const gaps = scores.length === trend.length ? '' : `, ${trend.length - scores.length} without a score`;
  return `Score from ${first}% to ${last}% in ${weeks}, between ${Math.min(...scores)}% and ${Math.max(...scores)}%${gaps}`;
}
