/** How a column becomes numbers around zero: cut at its outer hundredths, and unknown told apart. */
export interface Column {
  low: number;
  high: number;
  mean: number;
  deviation: number;
  hasUnknown: boolean;
}

/** Learns it from these rows of a row-major table; NaN is not known. */
export function learnColumns(values: Float64Array, width: number, rows: Int32Array): Column[] {
  return Array.from({ length: width }, (_, column) => {
    const known: number[] = [];
    for (const row of rows) {
      const value = values[row * width + column] ?? Number.NaN;
      if (!Number.isNaN(value)) known.push(value);
    }
    const sorted = Float64Array.from(known).sort();
    const low = sorted[Math.floor(sorted.length * 0.01)] ?? 0;
    const high = sorted[Math.ceil(sorted.length * 0.99) - 1] ?? 0;
    const cut = sorted.map((value) => Math.min(high, Math.max(low, value)));
    const mean = cut.length === 0 ? 0 : cut.reduce((sum, value) => sum + value, 0) / cut.length;
    const variance = cut.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, cut.length - 1);
    return { low, high, mean, deviation: Math.sqrt(variance), hasUnknown: known.length < rows.length };
  });
}

/** One, each column, and whether it is unknown. */
export const encodedWidth = (columns: readonly Column[]): number => 1 + 2 * columns.length;

export function encodeRow(columns: readonly Column[], values: ArrayLike<number>, from: number, into: Float64Array, at: number): void {
  into[at] = 1;
  for (const [index, { low, high, mean, deviation, hasUnknown }] of columns.entries()) {
    const value = values[from + index] ?? Number.NaN;
    const isUnknown = Number.isNaN(value);
    into[at + 1 + index] = isUnknown || deviation === 0 ? 0 : (Math.min(high, Math.max(low, value)) - mean) / deviation;
    into[at + 1 + columns.length + index] = isUnknown && hasUnknown ? 1 : 0;
  }
}

export function encode(columns: readonly Column[], values: Float64Array, rows: Int32Array): Float64Array {
  const width = encodedWidth(columns);
  const encoded = new Float64Array(rows.length * width);
  for (const [at, row] of rows.entries()) encodeRow(columns, values, row * columns.length, encoded, at * width);
  return encoded;
}
