import { type RawBuilder, sql } from 'kysely';
import type { Dependencies } from '#server/core/dependencies.ts';
import { institutionList } from '#server/portfolio/list.ts';
import { parseList } from '#shared/list/address.ts';
import { applyList } from '#shared/list/apply.ts';
import { emptyListState, type ListFilter } from '#shared/list/state.ts';
import { institutionColumns } from '#shared/portfolio/columns.ts';
import { weekValues } from './week-values-sql.ts';

/** Which customers are meant, as a customer list's filters and search say it. */
export interface Conditions {
  filters: readonly ListFilter[];
  search: string;
  /** What could not be read; conditions with problems match nobody. */
  problems: readonly string[];
}

export function conditionsOf(text: string): Conditions {
  const { state, problems } = parseList(new URLSearchParams(text), institutionColumns);
  return { filters: state.filters, search: state.search.trim(), problems };
}

/** The conditions whose past is not kept. */
export const restOf = ({ filters }: Conditions): ListFilter[] => filters.filter(({ column }) => !weekValues.has(column));

function testOf(value: RawBuilder<unknown>, filter: ListFilter): RawBuilder<boolean> {
  switch (filter.kind) {
    case 'one-of':
      return sql`${value} = any(${filter.values}::text[])`;
    case 'range':
      return between(value, sql`float8`, filter);
    case 'dates':
      return between(value, sql`date`, filter);
    case 'is':
      return sql`${value} = ${filter.value}::boolean`;
    case 'empty':
      return sql`${value} is null`;
    case 'filled':
      return sql`${value} is not null`;
    case 'contains':
      throw new Error(`No text of ${filter.column} is kept for each week`);
  }
}

function between(
  value: RawBuilder<unknown>,
  type: RawBuilder<unknown>,
  { from, to }: { from: number | string | null; to: number | string | null },
): RawBuilder<boolean> {
  if (from === null) return sql`${value} <= ${to}::${type}`;
  return to === null ? sql`${value} >= ${from}::${type}` : sql`${value} between ${from}::${type} and ${to}::${type}`;
}

const allOf = (tests: readonly RawBuilder<boolean>[]): RawBuilder<boolean> =>
  tests.length === 0 ? sql`true` : sql`(${sql.join(tests, sql` and `)})`;

const places = [...weekValues.keys()];
/** Tests are made from left to right: those of a row's own columns go before those that look up a product's score. */
const byCost = (one: ListFilter, other: ListFilter): number => places.indexOf(one.column) - places.indexOf(other.column);

/** The part of the conditions that each official week keeps the values of. */
export const weekPredicate = ({ filters }: Conditions): RawBuilder<boolean> =>
  allOf(
    filters.toSorted(byCost).flatMap((filter) => {
      const value = weekValues.get(filter.column);
      return value === undefined ? [] : [testOf(value, filter)];
    }),
  );

/**
 * Whether a customer matches, as SQL over `score_week s` and `institution i`. What is known of today alone is looked up in the list of
 * customers as it stands now.
 */
export async function predicateOf(dependencies: Dependencies, conditions: Conditions): Promise<RawBuilder<boolean>> {
  const { search, problems } = conditions;
  if (problems.length > 0) return sql`false`;
  const tests = [weekPredicate(conditions)];
  const rest = restOf(conditions);
  if (rest.length > 0 || search !== '') {
    const { rows } = (await institutionList(dependencies)()).answer;
    const ids = applyList(rows, institutionColumns, { ...emptyListState, filters: rest, search }).map((row) => row.institutionId);
    tests.push(sql`s.institution_id = any(${ids}::bigint[])`);
  }
  return allOf(tests);
}
