import type { FeatureTable } from '../learning/types.ts';
import { parseDayNumber, parseNumber } from './read-table.ts';

/**
 * Column of the file that is used for predictions: numbers or words. Each frequent word becomes a
 * 0/1 column.
 */
export type FileFeature =
  | { name: string; numbers: Float64Array }
  | { name: string; words: string[] };

/** Minimum share, 0–1, of numbers or dates among the filled cells of a numeric column. */
const mostlyNumbers = 0.95;
/**
 * Limits for words that get a column. A word must occur in at least `rows` training rows, and in at
 * least `share` of all training rows (0–1). At most `words` words get a column.
 */
const frequent = { rows: 10, share: 0.01, words: 20 };

/** Detects from the cells whether a column holds numbers or words. Does not use labels. */
export function detectFeature(name: string, cells: string[]): FileFeature {
  const filled = cells.filter((cell) => cell !== '');
  for (const read of [parseNumber, parseDayNumber]) {
    const understood = filled.reduce((sum, cell) => sum + Number(!Number.isNaN(read(cell))), 0);
    if (understood >= mostlyNumbers * filled.length)
      return { name, numbers: Float64Array.from(cells, read) };
  }
  return { name, words: cells };
}

/** Returns `true` when all rows have the same value. */
export const isConstantFeature = (feature: FileFeature): boolean =>
  'words' in feature
    ? feature.words.every((word) => word === feature.words[0])
    : feature.numbers.every((number) => Object.is(number, feature.numbers[0]));

interface Encoded {
  name: string;
  feature: number;
  value: (row: number) => number;
}

/**
 * Returns the frequent words of the given rows, most frequent first, then alphabetically. A blank
 * counts as a word.
 */
export function frequentWords(words: readonly string[], rows: Int32Array): string[] {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(words[row] ?? '', (counts.get(words[row] ?? '') ?? 0) + 1);
  const least = Math.max(frequent.rows, frequent.share * rows.length);
  return [...counts]
    .filter(([, count]) => count >= least)
    .sort(([one, ones], [other, others]) => others - ones || (one < other ? -1 : 1))
    .slice(0, frequent.words)
    .map(([word]) => word);
}

const displayedWord = (word: string): string => (word === '' ? '(blank)' : word);

export interface FeatureEncoding {
  columns: FeatureTable['columns'];
  /** Index of the feature from which each column is made. */
  featureOf: number[];
  encode: (rows: Int32Array) => FeatureTable;
}

/**
 * Returns the function that encodes rows as numbers, based on the training rows only. Rare words
 * share one column. Unknown values remain unknown.
 */
export function buildFeatureEncoding(
  features: readonly FileFeature[],
  learned: Int32Array,
): FeatureEncoding {
  const encoded = features.flatMap((feature, at): Encoded[] => {
    if ('numbers' in feature)
      return [{ name: feature.name, feature: at, value: (row) => feature.numbers[row] as number }];
    const [usual, ...others] = frequentWords(feature.words, learned);
    if (usual === undefined) return [];
    // Each frequent word is compared with the most frequent word. When only one word is frequent,
    // it is compared with all other words together.
    const compared = others.length === 0 ? [usual] : others;
    return compared.map((word) => ({
      name: `${feature.name} = ${displayedWord(word)}${others.length === 0 ? '' : `, against ${displayedWord(usual)}`}`,
      feature: at,
      value: (row) => Number(feature.words[row] === word),
    }));
  });
  const columns = encoded.map(({ name }) => ({ name, sign: 0 as const }));
  return {
    columns,
    featureOf: encoded.map(({ feature }) => feature),
    encode(rows) {
      const values = new Float64Array(rows.length * encoded.length);
      for (const [at, row] of rows.entries())
        for (const [column, { value }] of encoded.entries())
          values[at * encoded.length + column] = value(row);
      return { columns, rows: rows.length, values };
    },
  };
}
