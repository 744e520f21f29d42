import type { FastifyInstance } from 'fastify';
import type { ZodType } from 'zod';
import { unprocessable } from '#server/core/errors.ts';
import { route } from '#server/core/http/route.ts';
import type { Endpoint } from '#shared/core/endpoint.ts';
import { parseList } from '#shared/list/address.ts';
import { filterAndSortRows } from '#shared/list/apply.ts';
import type { ListColumn } from '#shared/list/column.ts';
import { columnValueCounts } from '#shared/list/column-facts.ts';
import {
  type columnOptionsSchema,
  type listTextQuerySchema,
  maxPageRows,
  type pagedListSchemas,
} from '#shared/list/paged.ts';
import { createUntypedListRows } from '#shared/list/source.ts';
import type { ListState } from '#shared/list/state.ts';

type PageSchemas<Row> = ReturnType<typeof pagedListSchemas<ZodType<Row>>>;

/**
 * Parses a list's filters, order and search. Throws a 422 error for an invalid part, because ignoring
 * it would return the wrong rows.
 */
export function parseRequestedList<Row>(
  text: string,
  columns: readonly ListColumn<Row>[],
): ListState {
  const { state, problems } = parseList(new URLSearchParams(text), columns);
  if (problems.length > 0) throw unprocessable(problems.join('\n'));
  return state;
}

export interface PagedRows<Row> {
  rows: readonly Row[];
  /** Replaces former texts of filter values that only the server knows by the current texts. */
  toCurrentState: <State extends Pick<ListState, 'filters'>>(state: State) => State;
}

/** Registers a list whose rows the server filters, sorts and returns page by page. */
export function pagedListRoute<Row>(
  app: FastifyInstance,
  endpoint: Endpoint<ZodType, PageSchemas<Row>['query'], ZodType, PageSchemas<Row>['response']>,
  columns: readonly ListColumn<Row>[],
  read: () => Promise<PagedRows<Row>>,
): void {
  route(app, endpoint, async ({ query }) => {
    const requested = parseRequestedList(query.list, columns);
    const { rows, toCurrentState } = await read();
    const state = toCurrentState(requested);
    const selected = createUntypedListRows(columns, rows).select(state);
    const end = query.offset + maxPageRows;
    return {
      total: rows.length,
      matching: selected.count,
      rows: selected
        .first(end)
        .places.slice(query.offset, end)
        .flatMap((place) => rows[place] ?? []),
    };
  });
}

/** Registers a route that returns the values of a list's option columns with their row counts. */
export function columnOptionsRoute<Row>(
  app: FastifyInstance,
  endpoint: Endpoint<ZodType, typeof listTextQuerySchema, ZodType, typeof columnOptionsSchema>,
  columns: readonly ListColumn<Row>[],
  read: () => Promise<PagedRows<Row>>,
): void {
  route(app, endpoint, async ({ query }) => {
    const requested = parseRequestedList(query.list, columns);
    const { rows, toCurrentState } = await read();
    const { search, filters } = toCurrentState(requested);
    const matching = filterAndSortRows(rows, columns, { search, filters, sort: [] });
    return {
      columns: columns
        .filter(({ kind }) => kind === 'option')
        .map((column) => {
          const counts = new Map(
            columnValueCounts(matching, column).map(({ value, rows: count }) => [value, count]),
          );
          return {
            column: column.key,
            values: columnValueCounts(rows, column).map(({ value }) => ({
              value,
              rows: counts.get(value) ?? 0,
            })),
          };
        }),
    };
  });
}
