import { type RawBuilder, sql } from 'kysely';
import type { Dependencies } from '#server/core/dependencies.ts';
import { institutionListReader } from '#server/portfolio/list.ts';
import { parseList } from '#shared/list/address.ts';
import { filterAndSortRows } from '#shared/list/apply.ts';
import { emptyListState, type ListFilter, type NumberRange } from '#shared/list/state.ts';
import { institutionColumns } from '#shared/portfolio/columns.ts';
import { weeklyColumnSqlExpressions } from './week-values-sql.ts';

/** Conditions of a rule: filters and search text of the customer list. */
export interface AlertConditions {
  filters: readonly ListFilter[];
  search: string;
  /**
   * Messages about parts of the conditions that could not be parsed. If there are any, the
   * conditions match no customer.
   */
  problems: readonly string[];
}

export function parseAlertConditions(text: string): AlertConditions {
  const { state, problems } = parseList(new URLSearchParams(text), institutionColumns);
  return { filters: state.filters, search: state.search.trim(), problems };
}

/** Returns the filters on columns for which no weekly values are stored, only the current value. */
export const selectFiltersWithoutHistory = ({ filters }: AlertConditions): ListFilter[] =>
  filters.filter(({ column }) => !weeklyColumnSqlExpressions.has(column));

function filterTest(value: RawBuilder<unknown>, filter: ListFilter): RawBuilder<boolean> {
  switch (filter.kind) {
    case 'one-of':
      return sql`${value} = any(${filter.values}::text[])`;
    case 'none-of':
      return sql`${value} <> all(${filter.values}::text[])`;
    case 'range':
      return isInRange(value, sql`float8`, filter);
    case 'dates':
      return isInRange(value, sql`date`, filter);
    case 'is':
      return sql`${value} = ${filter.value}::boolean`;
    case 'empty':
      return sql`${value} is null`;
    case 'filled':
      return sql`${value} is not null`;
    case 'contains':
    case 'text-one-of':
    case 'text-none-of':
      throw new Error(`Past texts of ${filter.column} are not stored`);
  }
}

/** Range of numbers or days, of which at least one bound is not `null`. */
type Range = Pick<NumberRange, 'isFromExclusive' | 'isToExclusive'> & {
  from: number | string | null;
  to: number | string | null;
};

function isInRange(
  value: RawBuilder<unknown>,
  type: RawBuilder<unknown>,
  { from, to, isFromExclusive, isToExclusive }: Range,
): RawBuilder<boolean> {
  const over = isFromExclusive ? sql`>` : sql`>=`;
  const under = isToExclusive ? sql`<` : sql`<=`;
  return allOf([
    ...(from === null ? [] : [sql<boolean>`${value} ${over} ${from}::${type}`]),
    ...(to === null ? [] : [sql<boolean>`${value} ${under} ${to}::${type}`]),
  ]);
}

const allOf = (tests: readonly RawBuilder<boolean>[]): RawBuilder<boolean> =>
  tests.length === 0 ? sql`true` : sql`(${sql.join(tests, sql` and `)})`;

const columnOrder = [...weeklyColumnSqlExpressions.keys()];
/** Compares filters by cost. Filters on product scores come last, because each needs a subquery. */
const byCost = (one: ListFilter, other: ListFilter): number =>
  columnOrder.indexOf(one.column) - columnOrder.indexOf(other.column);

/** Returns the SQL predicate of the filters on columns that are stored for each official week. */
export const historicalFiltersSql = ({ filters }: AlertConditions): RawBuilder<boolean> =>
  allOf(
    filters.toSorted(byCost).flatMap((filter) => {
      const value = weeklyColumnSqlExpressions.get(filter.column);
      return value === undefined ? [] : [filterTest(value, filter)];
    }),
  );

/**
 * Returns the SQL predicate of the conditions over `score_week s` and `institution i`. Filters on
 * columns that are not stored for each week are evaluated on the current customer list.
 */
export async function buildConditionsPredicate(
  dependencies: Dependencies,
  conditions: AlertConditions,
): Promise<RawBuilder<boolean>> {
  const { search, problems } = conditions;
  if (problems.length > 0) return sql`false`;
  const tests = [historicalFiltersSql(conditions)];
  const rest = selectFiltersWithoutHistory(conditions);
  if (rest.length > 0 || search !== '') {
    const { rows } = (await institutionListReader(dependencies)()).answer;
    const ids = filterAndSortRows(rows, institutionColumns, {
      ...emptyListState,
      filters: rest,
      search,
    }).map((row) => row.institutionId);
    tests.push(sql`s.institution_id = any(${ids}::bigint[])`);
  }
  return allOf(tests);
}

/** Returns `true` when the filters ask for the day on which a customer leaves. */
export const asksForDayOfLeaving = (filters: readonly ListFilter[]): boolean =>
  filters.some(({ column }) => column === 'leavesOn');

/**
 * Returns the predicate for the customers for which a rule fires now. Customers that have given
 * notice do not match, unless a filter asks for the day on which they leave.
 */
export async function buildFiringPredicate(
  dependencies: Dependencies,
  conditions: AlertConditions,
): Promise<RawBuilder<boolean>> {
  const predicate = await buildConditionsPredicate(dependencies, conditions);
  if (asksForDayOfLeaving(conditions.filters)) return predicate;
  return sql`(${predicate} and not exists (
    select from churn_event notice where notice.institution_id = s.institution_id and notice.taken_back_at is null))`;
}
