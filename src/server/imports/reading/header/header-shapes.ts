import { truncateText } from '#shared/core/words.ts';
import type { ImportKind } from '#shared/imports/report.ts';
import { readText } from '../cells/cells.ts';
import { readDay } from '../cells/days.ts';
import type { CsvRow } from '../file/csv.ts';

const leastDates = 2;
const month = /^(\d{4}-\d{2}|\d{1,2}\/\d{4}|[a-z]{3,9}[ -]'?(\d{4}|\d{2}))$/i;

function isDate(cell: string): boolean {
  const read = readDay(cell);
  return ('value' in read && read.value !== null) || month.test(cell.trim());
}

const quoted = (cells: readonly string[]): string =>
  cells.map((cell) => `"${truncateText(cell, 60)}"`).join(', ');

/**
 * Explains why a header line lacks required columns, for example because the header spans two
 * lines, and what to do. Returns `undefined` when the shape of the header is not the cause.
 */
export function explainMissingColumns(
  kind: ImportKind,
  header: readonly string[],
  following: readonly CsvRow[],
  isHeader: (cells: readonly string[]) => boolean,
): string | undefined {
  const dates = header.filter(isDate);
  if (kind === 'usage' && dates.length >= leastDates)
    return `its columns ${quoted([dates[0] ?? '', dates.at(-1) ?? ''])} are dates. Usage needs a row for each day: put the dates into one column "Date" and the usage into one column "Value", which spreadsheets call unpivoting`;
  const below = following.find(({ cells }) => isHeader(cells));
  if (below !== undefined)
    return `its header is on line ${below.line} (${quoted(below.cells.filter((cell) => cell.trim() !== '').slice(0, 3))}). Delete the lines above it`;
  const [second] = following;
  const groups = header.filter((cell) => readText(cell) !== null);
  if (second === undefined || groups.length === 0) return undefined;
  const merged = mergedHeader(header, second.cells);
  return groups.length < header.length && isHeader(merged)
    ? `its header is on two lines: ${quoted(groups.slice(0, 3))} on line 1 stands above the columns of line ${second.line}. Give each column one header, such as ${quoted([groups[0] ?? ''])}, on one line`
    : undefined;
}

/**
 * Combines a line of group names and the line of column names below it. Columns before the first
 * group keep their names. In a group, the first column gets the name of the group, and the other
 * columns get a blank name.
 */
function mergedHeader(groups: readonly string[], names: readonly string[]): string[] {
  const firstGroup = groups.findIndex((cell) => readText(cell) !== null);
  return names.map((name, place) =>
    place < firstGroup ? name : (readText(groups[place] ?? '') ?? ''),
  );
}
