import { text } from './cells/cells.ts';
import type { CsvRow } from './file/csv.ts';

const total = /^((grand|sub|report|overall)[ -]?)?(totals?|sum|count)\b( \(?[\d,]+ \w+\)?)?( (of|for) .*)?( ?[:=] ?[$\d.,]*)?$/i;
const counted =
  /^(\(?\d[\d,]* (records?|rows?|results?|items?|accounts?|customers?)\)?( (found|total|selected))?|(number of |record |row |total )?(records?|rows?|count): ?\d[\d,]*)$/i;
const footer =
  /^(confidential\b.*(information|distribut|internal|proprietary)|copyright\b.*(\d{4}|©|\(c\))|©|.*\ball rights reserved\b|(report )?(generated|exported|printed|downloaded|prepared|run|created|last (updated|refreshed)|data)( |: ?)(on|by|at|as of)\b|as of \d|page \d+( (of|\/) \d+)?$|end of (report|file|list|data)\b|(report )?filters?( applied)?:|filtered by\b|report name:)/i;
const isNumeric = (cell: string): boolean => /^[\s$€£()+\-\d.,%]+$/.test(cell);

/**
 * Returns the reason why a row is not a record but a line of totals or a report's footer. All other cells must be blank or, beside
 * totals, numbers, so that a customer named Total with an id or an address remains a record.
 */
export function reportLine({ cells }: CsvRow): string | undefined {
  const place = cells.findIndex((cell) => cell.trim() !== '');
  const written = text(cells[place] ?? '');
  if (written === null) return undefined;
  const others = cells.filter((cell, other) => other !== place && cell.trim() !== '');
  if (total.test(written)) return others.every(isNumeric) ? 'is a line of totals' : undefined;
  return others.length === 0 && (counted.test(written) || footer.test(written)) ? 'is the footer of a report' : undefined;
}
