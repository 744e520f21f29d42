import { cleanLine } from '#shared/core/text.ts';

/**
 * Apostrophe that a CSV export adds before a character that starts a formula. The characters are
 * those of csv-stringify's `escape_formulas`.
 */
const formulaGuard = /^'(?=[=+\-@\t\r\uff1d\uff0b\uff0d\uff20])/;
/** Formula that spreadsheets export to keep the leading zeros of a number: `="0012"`. */
const textFormula = /^\s*=\s*"((?:[^"]|"")*)"\s*$/;

/** Removes an export's formula apostrophe from a cell and unwraps a formula such as `="0012"`. */
export function stripSpreadsheetFormulaMarks(cell: string): string {
  const unguarded = cell.charCodeAt(0) === 39 ? cell.replace(formulaGuard, '') : cell;
  if (!unguarded.includes('="') && !unguarded.includes('= "')) return unguarded;
  return textFormula.exec(unguarded)?.[1]?.replaceAll('""', '"') ?? unguarded;
}

const anywhere =
  /^(n\/a|n\.a\.|#(n\/a|ref!|value!|name\?|null!|num!|div\/0!)|[-–—.]+|\\n|[(<[](null|none|nil|blank|empty|n\/a|not set|no value)[)>\]])$/i;
const outsideNames =
  /^(null|none|nil|na|nan|undefined|not available|not applicable|not set|no value)$/i;
const inNames = /^(null|NULL|undefined)$/;
/** Maximum length of a placeholder, including invisible characters. */
const longestPlaceholder = 64;

/**
 * Returns `true` when a cell holds a placeholder such as `N/A`, `-` or `null` instead of a value.
 * Some placeholders are also surnames (Null, Na, None). In a name column, they count as
 * placeholders only in the spelling that databases use.
 */
export function isPlaceholder(cell: string, of: 'name' | 'value'): boolean {
  const first = cell.charCodeAt(0);
  if (cell.length > longestPlaceholder || (first >= 48 && first <= 57)) return false;
  const written = cleanLine(stripSpreadsheetFormulaMarks(cell));
  return anywhere.test(written) || (of === 'name' ? inNames : outsideNames).test(written);
}

/**
 * Returns `true` for a long number that a spreadsheet has shortened to its first digits:
 * `2.03556E+09`.
 */
export const isShortenedNumber = (cell: string): boolean =>
  /^\s*\d(?:[.,]\d+)?e\+\d+\s*$/i.test(cell);
