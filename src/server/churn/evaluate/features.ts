import type { Table } from '../learning/types.ts';
import { dayIn, numberIn } from './read-table.ts';

/** A column of the file as something to learn from: numbers, or words of which each frequent one is a column of 0 and 1. */
export type Feature = { name: string; numbers: Float64Array } | { name: string; words: string[] };

/** So large a share of a column's filled cells is numbers or dates where it is a column of them. */
const mostlyNumbers = 0.95;
/** Words in so many rows that are learned from, or in so large a share of them, have columns of their own, at most so many. */
const frequent = { rows: 10, share: 0.01, words: 20 };

/** By what its cells are; labels have no say in it. */
export function featureOf(name: string, cells: string[]): Feature {
  const filled = cells.filter((cell) => cell !== '');
  for (const read of [numberIn, dayIn]) {
    const understood = filled.reduce((sum, cell) => sum + Number(!Number.isNaN(read(cell))), 0);
    if (understood >= mostlyNumbers * filled.length) return { name, numbers: Float64Array.from(cells, read) };
  }
  return { name, words: cells };
}

/** Whether every row says the same. */
export const isConstant = (feature: Feature): boolean =>
  'words' in feature
    ? feature.words.every((word) => word === feature.words[0])
    : feature.numbers.every((number) => Object.is(number, feature.numbers[0]));

interface Encoded {
  name: string;
  feature: number;
  value: (row: number) => number;
}

/** The frequent words of some rows, blanks among them, the most frequent first; those alike frequent by the alphabet. */
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

const shown = (word: string): string => (word === '' ? '(blank)' : word);

export interface Encoding {
  columns: Table['columns'];
  /** The feature that each column is made of. */
  featureOf: number[];
  encode: (rows: Int32Array) => Table;
}

/** How rows become numbers, decided by the rows that are learned from alone: rare words are pooled, what is not known stays so. */
export function encodingFrom(features: readonly Feature[], learned: Int32Array): Encoding {
  const encoded = features.flatMap((feature, at): Encoded[] => {
    if ('numbers' in feature) return [{ name: feature.name, feature: at, value: (row) => feature.numbers[row] as number }];
    const [usual, ...others] = frequentWords(feature.words, learned);
    if (usual === undefined) return [];
    // The most frequent word is what the others are compared with; alone it is compared with all rare ones.
    const compared = others.length === 0 ? [usual] : others;
    return compared.map((word) => ({
      name: `${feature.name} = ${shown(word)}${others.length === 0 ? '' : `, against ${shown(usual)}`}`,
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
        for (const [column, { value }] of encoded.entries()) values[at * encoded.length + column] = value(row);
      return { columns, rows: rows.length, values };
    },
  };
}
