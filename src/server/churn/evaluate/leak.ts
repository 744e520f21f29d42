import { areaUnderCurve, rankCases } from '../learning/metrics.ts';
import { type FileFeature, frequentWords } from './features.ts';

export interface SingleColumnScore {
  name: string;
  /** Area under the curve when only this column is used, 0.5–1. */
  area: number;
}

/**
 * Lowest area under the curve, 0.5–1, at which a column is suspected to contain the outcome. No
 * information that is known before the outcome separates labels this well.
 */
export const suspectedLeakMinimumArea = 0.98;

/**
 * Returns how well each column alone separates the labels, best first. Tests three signals: high
 * values, low values, and whether the cell is filled.
 */
export function scoreSingleColumns(
  features: readonly FileFeature[],
  labels: Uint8Array,
): SingleColumnScore[] {
  const rows = Int32Array.from(labels, (_, row) => row);
  const parts = (chances: Float64Array, own: Uint8Array): number => {
    const area = areaUnderCurve(rankCases({ chances, labels: own }));
    return Number.isNaN(area) ? 0.5 : Math.max(area, 1 - area);
  };
  return features
    .map((feature) => {
      if ('words' in feature)
        return {
          name: feature.name,
          area: parts(sharesByWord(feature.words, rows, labels), labels),
        };
      const isFilled = feature.numbers.map((number) => Number(!Number.isNaN(number)));
      const known = rows.filter((row) => isFilled[row] === 1);
      // With few filled cells, the values could separate the labels by chance.
      const enough = known.length >= leastKnown * rows.length;
      const byValue = enough
        ? parts(
            Float64Array.from(known, (row) => feature.numbers[row] as number),
            Uint8Array.from(known, (row) => labels[row] as number),
          )
        : 0.5;
      return { name: feature.name, area: Math.max(byValue, parts(isFilled, labels)) };
    })
    .sort((one, other) => other.area - one.area);
}

const leastKnown = 0.1;

/**
 * Returns for each row the share of label 1 among the rows with the same word, 0–1. Rare words
 * count as one word.
 */
function sharesByWord(
  words: readonly string[],
  rows: Int32Array,
  labels: Uint8Array,
): Float64Array {
  const frequent = new Set(frequentWords(words, rows));
  const found = new Map<string | undefined, { rows: number; positives: number }>();
  const keyOf = (row: number) => (frequent.has(words[row] ?? '') ? words[row] : undefined);
  for (const row of rows) {
    const count = found.get(keyOf(row)) ?? { rows: 0, positives: 0 };
    found.set(keyOf(row), {
      rows: count.rows + 1,
      positives: count.positives + (labels[row] as number),
    });
  }
  return Float64Array.from(rows, (row) => {
    const count = found.get(keyOf(row));
    return count === undefined ? 0 : count.positives / count.rows;
  });
}
