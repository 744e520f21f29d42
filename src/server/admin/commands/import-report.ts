import type { ImportReport } from '#shared/imports/report.ts';

const reasonsListed = 20;

const count = (value: number) => value.toLocaleString('en-US').padStart(12);

/** What became of the rows of a file, as lines for a person. */
export function outcomeLines(report: ImportReport): string[] {
  const counts = (['added', 'changed', 'unchanged', 'superseded'] as const).map((name) => `${count(report[name])}  ${name}`);
  return [`${count(report.rowsRead)}  rows read`, ...counts, ...leftOutLines(report), ...report.notes];
}

/** What of a file cannot be used, and why. */
export function leftOutLines(report: ImportReport): string[] {
  return [
    `${count(report.rejected)}  rejected`,
    ...reasonLines(report, false),
    ...(report.warned > 0 ? [`${count(report.warned)}  cells left out of rows that went in`] : []),
    ...reasonLines(report, true),
  ];
}

const reasonLines = ({ reasons }: ImportReport, imported: boolean): string[] =>
  reasons
    .filter((each) => each.imported === imported)
    .slice(0, reasonsListed)
    .map(({ column, reason, cells }) => `${count(cells)}    ${`${column} ${reason}`.trim()}`);

/** Every column of a file and what it is used as. */
export function columnLines({ columns }: ImportReport): string[] {
  const ignored = columns.filter(({ usedAs, note }) => usedAs === null && note === null);
  const told = columns
    .filter((column) => !ignored.includes(column))
    .map(({ header, usedAs, note }) => `  "${header}" ${[usedAs === null ? undefined : `as ${usedAs}`, note].filter(Boolean).join('; ')}`);
  const rest = ignored.length > 0 ? [`  ignored: ${ignored.map(({ header }) => `"${header}"`).join(', ')}`] : [];
  return ['Columns of the file:', ...told, ...rest];
}
