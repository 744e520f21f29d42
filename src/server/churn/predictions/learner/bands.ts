import type { NoticeChancesWithInterval } from '#shared/churn/predictions/tiers.ts';
import { defaultConfidence, wilsonInterval } from '#shared/core/statistics/intervals.ts';
import type { TrainedModel } from './trained-model.ts';
import { longestHorizonDays } from './training-rows.ts';

/**
 * Number of rows that count as one case. A customer appears on about nine Sundays with the same
 * outcome.
 */
export const rowsPerCase = longestHorizonDays / 7;

/**
 * Cumulative shares of the rows, sorted by chance, at which bands end. Bands of high chances are
 * narrower, because high chances are rare.
 */
const bandEnds = [0.5, 0.75, 0.85, 0.9, 0.93, 0.95, 0.965, 0.98, 0.99, 1];

/**
 * Returns the bands of chances, lowest first, each with the confidence interval of its observed
 * churn share. Merges neighboring bands until the shares never decrease.
 */
export function computeChanceBandChurnShares(
  chances: Float64Array,
  labels: Uint8Array,
): TrainedModel['bands'] {
  const order = Int32Array.from(chances, (_, row) => row).sort(
    (one, other) => (chances[one] ?? 0) - (chances[other] ?? 0),
  );
  const bands: { from: number; customers: number; left: number }[] = [];
  let from = 0;
  for (const end of bandEnds) {
    const rows = order.subarray(from, Math.ceil(end * order.length));
    from += rows.length;
    if (rows.length === 0) continue;
    const band = {
      from: bands.length === 0 ? 0 : (chances[rows[0] ?? 0] ?? 0),
      customers: rows.length / rowsPerCase,
      left: rows.reduce((sum, row) => sum + (labels[row] ?? 0), 0) / rowsPerCase,
    };
    bands.push(band);
    for (
      let before = bands.at(-2), last = bands.at(-1);
      before && last && before.left / before.customers > last.left / last.customers;
    ) {
      bands.splice(-2, 2, {
        from: before.from,
        customers: before.customers + last.customers,
        left: before.left + last.left,
      });
      [before, last] = [bands.at(-2), bands.at(-1)];
    }
  }
  return bands.map((band) => ({
    from: band.from,
    ...(wilsonInterval(band.left, band.customers, defaultConfidence) ?? { low: 0, high: 1 }),
  }));
}

/** Returns the chance above which the given share of customers lies. */
export function chanceExceededByShare(
  bands: TrainedModel['bands'],
  chances: Float64Array,
  share: number,
): number {
  const rising = chances.map((chance) => limitToBand({ bands }, [0, 0, chance]).chance60).sort();
  return rising[Math.floor(rising.length * (1 - share))] ?? 1;
}

/**
 * Limits the chance of churn within 60 days to the interval of its band, because the fitted curve
 * exaggerates where data is sparse. Reduces the chances of shorter periods in proportion.
 */
export function limitToBand(
  { bands }: Pick<TrainedModel, 'bands'>,
  chances: readonly number[],
): NoticeChancesWithInterval {
  const [chance30 = 0, chance45 = 0, chance60 = 0] = chances;
  const { low, high } = bands.findLast(({ from }) => from <= chance60) ?? { low: 0, high: 1 };
  const clamped = Math.min(high, Math.max(low, chance60));
  const factor = chance60 > 0 ? Math.min(1, clamped / chance60) : 1;
  return {
    chance30: Math.min(clamped, chance30 * factor),
    chance45: Math.min(clamped, chance45 * factor),
    chance60: clamped,
    low,
    high,
  };
}
