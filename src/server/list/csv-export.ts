import { pipeline, Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { unprocessable } from '#server/core/errors.ts';
import { requireRole } from '#server/core/http/route.ts';
import { parseList } from '#shared/list/address.ts';
import { applyList } from '#shared/list/apply.ts';
import { type ListColumn, shownNumber } from '#shared/list/column.ts';
import type { CsvExport } from '#shared/list/csv-export.ts';
import { shownColumns } from '#shared/list/state.ts';

interface Exported<Row> {
  rows: readonly Row[];
  /** Without its ending. */
  fileName: string;
}

type Cell = string | number | null;

function cellOf<Row>(column: ListColumn<Row>, row: Row): Cell {
  const value = column.value(row);
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return shownNumber(column, value);
  // Spreadsheets look for a formula behind white space too.
  return value?.trimStart() ?? null;
}

function* recordsOf<Row>(rows: readonly Row[], columns: readonly ListColumn<Row>[]): Generator<Cell[]> {
  for (const row of rows) yield columns.map((column) => cellOf(column, row));
}

export function headingOf({ label, kind, prefix, unit = kind === 'percent' ? '%' : '' }: ListColumn<never>): string {
  const measure = `${prefix ?? ''}${unit}`.trim();
  return measure === '' || label.includes(measure) ? label : `${label} (${measure})`;
}

/**
 * Answers all rows that match the request's list parameters as CSV, with the columns and the order they say. Text that a spreadsheet
 * would take for a formula gets an apostrophe; numbers stay numbers. A byte-order mark tells Excel that it is UTF-8.
 * Parameters that cannot be used are a 422: leaving a filter out would export more than was asked for.
 */
function sendCsv<Row>(
  request: FastifyRequest,
  reply: FastifyReply,
  columns: readonly ListColumn<Row>[],
  { rows, fileName }: Exported<Row>,
): FastifyReply {
  const { state, problems } = parseList(new URL(request.url, 'http://localhost').searchParams, columns);
  if (problems.length > 0) throw unprocessable(problems.join('\n'));
  const shown = shownColumns(columns, state);
  const csv = stringify({
    bom: true,
    header: true,
    columns: shown.map((column) => headingOf(column)),
    record_delimiter: 'windows',
    escape_formulas: true,
  });
  const records = Readable.from(recordsOf(applyList(rows, columns, state), shown));
  const body = pipeline(records, csv, (error) => {
    // A reader that goes away before the end is no fault.
    if (error && error.code !== 'ERR_STREAM_PREMATURE_CLOSE') request.log.error({ err: error }, 'export failed');
  });
  return reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${fileName}.csv"`)
    .send(body);
}

/** Registers an export of the rows that `read` finds for the export's own query. */
export function csvRoute<Row, Query extends z.ZodType>(
  app: FastifyInstance,
  { path, summary, role, query }: CsvExport<Query>,
  columns: readonly ListColumn<Row>[],
  read: (query: z.output<Query>) => Promise<Exported<Row>>,
): void {
  app.get(path, { schema: { summary, querystring: query }, onRequest: requireRole(role) }, async (request, reply) =>
    sendCsv(request, reply, columns, await read(request.query as z.output<Query>)),
  );
}
