import type { ColumnCandidate } from '#shared/imports/wizard.ts';
import { readExternalId, readText } from '../reading/cells/cells.ts';
import { readDay } from '../reading/cells/days.ts';
import { cellExcerpt } from '../reading/row-reader.ts';
import type { FileFirstRows } from './head.ts';

/** Minimum number of rows from which the content of a column shows what it is. */
const fewestRows = 3;
const mostCandidates = 6;
const sampleCells = 3;

const idWords =
  /(^|[^a-z])(id|ids|nr|no|num|number|nummer|code|key|ref|account|customer|client|kunde)/i;
const nameWords = /name|praxis|practice|office|clinic|title|firma|company|kunde|customer|location/i;

interface CountedColumn extends ColumnCandidate {
  values: string[];
}

/**
 * Returns the columns whose content fits the missing column, the best first. An id is filled and
 * different in every row; a name is a text that most rows have. `used` contains the indexes of
 * columns that already have a use.
 */
export function findColumnCandidates(
  missing: 'institutionId' | 'name' | 'prospectName',
  { header, rows }: FileFirstRows,
  used: ReadonlySet<number>,
): ColumnCandidate[] {
  if (rows.length < fewestRows) return [];
  const columns = header.flatMap((name, place) => {
    if (name === '' || header.indexOf(name) < place || used.has(place)) return [];
    return [
      countColumn(
        name,
        rows.map((cells) => readText(cells[place] ?? '')),
      ),
    ];
  });
  const isId = missing === 'institutionId';
  const words = isId ? idWords : nameWords;
  return columns
    .filter(isId ? couldBeId : couldBeName)
    .sort(
      (one, other) =>
        Number(words.test(other.header)) - Number(words.test(one.header)) ||
        other.distinct - one.distinct,
    )
    .slice(0, mostCandidates)
    .map(({ values: _, ...candidate }) => candidate);
}

function countColumn(header: string, cells: readonly (string | null)[]): CountedColumn {
  const values = cells.filter((cell) => cell !== null);
  return {
    header,
    rows: cells.length,
    filled: values.length,
    distinct: new Set(values).size,
    samples: values.slice(0, sampleCells).map(cellExcerpt),
    values,
  };
}

const isOtherData = (value: string): boolean =>
  /@|:\/\/|^www\./i.test(value) || 'value' in readDay(value);

function couldBeId({ rows, filled, distinct, values }: CountedColumn): boolean {
  if (filled < rows || distinct < rows) return false;
  return values.every(
    (value) =>
      'value' in readExternalId(value) &&
      !/\s|^[+-]?\d+[.,]\d+$/.test(value) &&
      !isOtherData(value),
  );
}

/** Minimum share of rows that have a name, and of names with letters, 0–1. */
const mostRows = 0.95;

function couldBeName({ rows, filled, distinct, values }: CountedColumn): boolean {
  if (filled < rows * mostRows || distinct * 2 < rows) return false;
  const texts = values.filter((value) => /\p{L}{3}/u.test(value) && !isOtherData(value));
  return texts.length >= values.length * mostRows;
}
