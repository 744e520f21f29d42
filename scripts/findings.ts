/** Measured figure with its limit. */
export interface MeasuredFigure {
  what: string;
  value: number;
  limit: { atMost: number } | { atLeast: number };
  unit?: string;
  /** Hint on how to stay within the limit. */
  note?: string;
}

const holds = ({ value, limit }: MeasuredFigure) =>
  'atMost' in limit ? value <= limit.atMost : value >= limit.atLeast;

/** Prints a table of the findings. Returns `true` when all figures are within their limits. */
export function printMeasuredFigures(title: string, findings: readonly MeasuredFigure[]): boolean {
  const table = findings.map((finding) => {
    const { what, value, limit, unit = '', note = '' } = finding;
    const bound = 'atMost' in limit ? `≤ ${limit.atMost}` : `≥ ${limit.atLeast}`;
    return [
      what,
      `${Number(value.toFixed(2))} ${unit}`,
      `${bound} ${unit}`,
      holds(finding) ? 'holds' : 'MISSED',
      note,
    ];
  });
  const widths = [0, 1, 2, 3].map((column) =>
    Math.max(...table.map((line) => (line[column] ?? '').length)),
  );
  console.log(`\n${title}`);
  for (const line of table)
    console.log(
      `  ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd(),
    );
  return findings.every(holds);
}
