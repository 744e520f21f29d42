import { pipeline, Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { unprocessable } from '#server/core/errors.ts';
import { createRoleCheckHooks } from '#server/core/http/route.ts';
import { parseList } from '#shared/list/address.ts';
import { filterAndSortRows } from '#shared/list/apply.ts';
import { type ListColumn, roundToColumn } from '#shared/list/column.ts';
import type { CsvExport } from '#shared/list/csv-export.ts';
import { createUntypedListRows, type UntypedListRows } from '#shared/list/source.ts';
import { type ListState, visibleColumns } from '#shared/list/state.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Columns and readers of lists by the path of their export. */
    listSources: Map<string, RegisteredList>;
  }
}

export interface RegisteredList {
  columns: readonly ListColumn<never>[];
  /** Reads the rows. The argument is the query of the export. */
  read: (query: Readonly<Record<string, string>>) => Promise<UntypedListRows>;
}

interface Exported<Row> {
  rows: readonly Row[];
  /** File name without extension. */
  fileName: string;
  /** Replaces former texts of filter values that only the server knows by the current texts. */
  toCurrentState?: (state: ListState) => ListState;
}

type CsvCell = string | number | null;

function cellOf<Row>(column: ListColumn<Row>, row: Row): CsvCell {
  const value = column.value(row);
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return typeof value === 'number' ? roundToColumn(column, value) : value;
}

function* recordsOf<Row>(
  rows: readonly Row[],
  columns: readonly ListColumn<Row>[],
): Generator<CsvCell[]> {
  for (const row of rows) yield columns.map((column) => cellOf(column, row));
}

export function csvColumnHeading({
  label,
  kind,
  prefix,
  unit = kind === 'percent' ? '%' : '',
}: ListColumn<never>): string {
  const measure = `${prefix ?? ''}${unit}`.trim();
  return measure === '' || label.includes(measure) ? label : `${label} (${measure})`;
}

export interface CsvTable {
  headings: readonly string[];
  records: Iterable<readonly CsvCell[]>;
  /** File name without extension. */
  fileName: string;
}

/**
 * Sends a table as CSV. A text that a spreadsheet would read as a formula gets an apostrophe.
 * Numbers stay numbers. A byte order mark tells Excel that the file is UTF-8.
 */
function sendCsv(
  request: FastifyRequest,
  reply: FastifyReply,
  { headings, records, fileName }: CsvTable,
): FastifyReply {
  const csv = stringify({
    bom: true,
    header: true,
    columns: [...headings],
    record_delimiter: 'windows',
    escape_formulas: true,
  });
  const body = pipeline(Readable.from(withoutLeadingSpace(records)), csv, (error) => {
    // A client that disconnects early does not cause an error.
    if (error && error.code !== 'ERR_STREAM_PREMATURE_CLOSE')
      request.log.error({ err: error }, 'export failed');
  });
  return reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${fileName}.csv"`)
    .send(body);
}

/**
 * Removes leading white space from texts. Spreadsheets also read text with leading white space as a
 * formula, which the check for formulas would miss.
 */
function* withoutLeadingSpace(records: CsvTable['records']): Generator<CsvCell[]> {
  for (const record of records)
    yield record.map((cell) => (typeof cell === 'string' ? cell.trimStart() : cell));
}

/**
 * Returns the rows that match the request's list parameters, with the requested columns and order.
 * Invalid parameters cause a 422 error, because ignoring a filter would export more rows
 * than requested.
 */
function tableOfRows<Row>(
  request: FastifyRequest,
  columns: readonly ListColumn<Row>[],
  { rows, fileName, toCurrentState = (state) => state }: Exported<Row>,
): CsvTable {
  const { state: requested, problems } = parseList(
    new URL(request.url, 'http://localhost').searchParams,
    columns,
  );
  if (problems.length > 0) throw unprocessable(problems.join('\n'));
  const state = toCurrentState(requested);
  const visible = visibleColumns(columns, state);
  return {
    headings: visible.map((column) => csvColumnHeading(column)),
    records: recordsOf(filterAndSortRows(rows, columns, state), visible),
    fileName,
  };
}

/** Registers a CSV export of the table that `read` returns for a request. */
export function csvTableRoute<Query extends z.ZodType>(
  app: FastifyInstance,
  { path, summary, role, query }: CsvExport<Query>,
  read: (query: z.output<Query>, request: FastifyRequest) => Promise<CsvTable>,
): void {
  app.get(
    path,
    { schema: { summary, querystring: query }, onRequest: createRoleCheckHooks(role) },
    async (request, reply) =>
      sendCsv(request, reply, await read(request.query as z.output<Query>, request)),
  );
}

/**
 * Registers a CSV export of the rows that `read` returns for the export's query. The assistant reads
 * the same rows.
 */
export function csvRoute<Row, Query extends z.ZodType>(
  app: FastifyInstance,
  contract: CsvExport<Query>,
  columns: readonly ListColumn<Row>[],
  read: (query: z.output<Query>) => Promise<Exported<Row>>,
): void {
  const { path, query } = contract;
  app.listSources.set(path, {
    columns,
    read: async (given) => {
      const { rows } = await read((await query.parseAsync(given)) as z.output<Query>);
      return createUntypedListRows(columns, rows);
    },
  });
  csvTableRoute(app, contract, async (given, request) =>
    tableOfRows(request, columns, await read(given)),
  );
}
