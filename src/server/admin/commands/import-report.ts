import { numberText } from '#shared/core/words.ts';
import type { ImportReport } from '#shared/imports/report.ts';

const reasonsListed = 20;

const count = (value: number) => numberText(value).padStart(12);

/** Returns lines with the number of rows by outcome. */
export function outcomeCountLines(report: ImportReport): string[] {
  const counts = (['added', 'changed', 'unchanged', 'superseded'] as const).map(
    (name) => `${count(report[name])}  ${name}`,
  );
  return [
    `${count(report.rowsRead)}  rows read`,
    ...counts,
    ...rejectionLines(report),
    ...report.notes,
  ];
}

/** Returns lines with the unusable rows and cells of a file and the reasons. */
export function rejectionLines(report: ImportReport): string[] {
  return [
    `${count(report.rejected)}  rejected`,
    ...reasonLines(report, false),
    ...(report.warned > 0 ? [`${count(report.warned)}  cells left out of imported rows`] : []),
    ...reasonLines(report, true),
  ];
}

const reasonLines = ({ reasons }: ImportReport, imported: boolean): string[] =>
  reasons
    .filter((each) => each.imported === imported)
    .slice(0, reasonsListed)
    .map(({ column, reason, cells }) => `${count(cells)}    ${`${column} ${reason}`.trim()}`);

/** Returns lines with the columns of a file and their uses. */
export function columnLines({ columns }: ImportReport): string[] {
  const ignored = columns.filter(({ usedAs, note }) => usedAs === null && note === null);
  const told = columns
    .filter((column) => !ignored.includes(column))
    .map(
      ({ header, usedAs, note }) =>
        `  "${header}" ${[usedAs === null ? undefined : `as ${usedAs}`, note].filter(Boolean).join('; ')}`,
    );
  const rest =
    ignored.length > 0
      ? [`  ignored: ${ignored.map(({ header }) => `"${header}"`).join(', ')}`]
      : [];
  return ['Columns of the file:', ...told, ...rest];
}
