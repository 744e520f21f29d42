import { z } from 'zod';
import { endpoint } from '#shared/core/endpoint.ts';
import { minimumGroupSize } from '#shared/core/numbers/group-size.ts';
import {
  computeCriticalValue,
  defaultConfidence,
  type Interval,
} from '#shared/core/statistics/intervals.ts';

/** Number of won prospects from which the score is tested. */
export const minimumWonProspects = 50;

/** Bands of scores with their lowest and highest score, lowest band first. */
export const scoreBands = [
  { from: 0, to: 24 },
  { from: 25, to: 49 },
  { from: 50, to: 74 },
  { from: 75, to: 100 },
] as const;

/** Returns the position of a score’s band. */
export const scoreBandOf = (score: number): number =>
  scoreBands.findLastIndex(({ from }) => score >= from);

/** Won or lost prospect with its score on that day. */
export interface ClosedProspect {
  score: number;
  isWon: boolean;
}

const shareSchema = z.number().min(0).max(1);

const backTestSchema = z.strictObject({
  /** Won and lost prospects by band of scores, lowest band first. */
  bands: z.array(z.strictObject({ won: z.int(), lost: z.int() })),
  /**
   * Share of the pairs of a won and a lost prospect in which the won one had the higher score, with
   * its 95% interval. An equal score counts as half a pair. `null` with fewer than
   * `minimumGroupSize` won or lost prospects.
   */
  concordance: z
    .strictObject({ value: shareSchema, low: shareSchema, high: shareSchema })
    .nullable(),
});
export type ScoreBackTest = z.output<typeof backTestSchema>;

/** Compares the scores of won and lost prospects. */
export function backTestScore(closed: readonly ClosedProspect[]): ScoreBackTest {
  const byBand = Map.groupBy(closed, ({ score }) => scoreBandOf(score));
  return {
    bands: scoreBands.map((_, band) => countWonAndLost(byBand.get(band) ?? [])),
    concordance: computeConcordance(closed),
  };
}

function countWonAndLost(closed: readonly ClosedProspect[]): { won: number; lost: number } {
  const won = closed.filter(({ isWon }) => isWon).length;
  return { won, lost: closed.length - won };
}

function computeConcordance(
  closed: readonly ClosedProspect[],
): ({ value: number } & Interval) | null {
  const { won, lost } = countWonAndLost(closed);
  if (won < minimumGroupSize || lost < minimumGroupSize) return null;
  const byScore = [...Map.groupBy(closed, ({ score }) => score)];
  let [pairs, lostBelow] = [0, 0];
  for (const [, equal] of byScore.toSorted(([one], [other]) => one - other)) {
    const { won: wonHere, lost: lostHere } = countWonAndLost(equal);
    pairs += wonHere * (lostBelow + lostHere / 2);
    lostBelow += lostHere;
  }
  const value = pairs / (won * lost);
  // Standard error by Hanley and McNeil, The meaning and use of the area under a ROC curve (1982).
  const [one, two] = [value / (2 - value), (2 * value * value) / (1 + value)];
  const variance =
    (value * (1 - value) + (won - 1) * (one - value * value) + (lost - 1) * (two - value * value)) /
    (won * lost);
  const half = computeCriticalValue(defaultConfidence) * Math.sqrt(Math.max(0, variance));
  return { value, low: Math.max(0, value - half), high: Math.min(1, value + half) };
}

export const getScoreBackTest = endpoint({
  method: 'GET',
  path: '/api/prospects/score/back-test',
  summary: 'Scores of won and lost prospects on the day on which they were won or lost',
  response: z.strictObject({
    /** Won prospects with a stored score. */
    won: z.int(),
    /** Lost prospects with a stored score. */
    lost: z.int(),
    /** Won and lost prospects without a stored score. */
    withoutScore: z.int(),
    /** First and last day on which these prospects were won or lost; `null` without any. */
    days: z.strictObject({ from: z.iso.date(), to: z.iso.date() }).nullable(),
    /** `null` with fewer than `minimumWonProspects` won prospects. */
    test: backTestSchema.nullable(),
  }),
});
