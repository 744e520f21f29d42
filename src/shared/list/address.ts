import { isDay, isInAcceptedYears } from '#shared/core/dates.ts';
import { truncateText } from '#shared/core/words.ts';
import { isNumericColumn, type ListColumnWithoutValue } from './column.ts';
import {
  emptyListState,
  type ListCondition,
  type ListFilter,
  type ListSort,
  type ListState,
  type NumberRange,
  type RowDensity,
  rowDensities,
  viewerFilterValue,
} from './state.ts';

/*
 * Format of a list's state in URL parameters:
 * `q=smile&f.healthTier=Critical&f.healthTier=Medium&f.adoptionScore=20..50&f.inGrace=no&f.city=~empty&sort=-scoreChange,institutionName&cols=…&density=compact&view=…`
 * - `f.state=~not&f.state=TX&f.state=NM`: every known state except these.
 * - `f.city=Austin`: cities that contain the text. `f.city=~is&f.city=Austin`: cities that equal it.
 *   `f.city=~not&f.city=Austin`: known cities that differ from it.
 * - `f.adoptionScore=>20..<50`: without 20 and 50. Each bound can be exclusive or inclusive.
 * - `f.ownerName=~me`: the viewer, in a column of users.
 *
 * A leading ~ in a value is escaped as ~~.
 */
const filterPrefix = 'f.';

/**
 * Limits of a list's address: the length of the search, the length and number of a filter's values,
 * and the number of sort columns.
 */
export const listUrlLimits = { search: 200, value: 200, values: 100, sort: 5 } as const;

/** Returns the name of the URL parameter of a column's filter. */
export const columnFilterParameter = (column: string): string => filterPrefix + column;

/** Message about an invalid part of the URL. */
export type ListProblem = string;

export interface ParsedList {
  state: ListState;
  problems: ListProblem[];
}

/**
 * Returns `true` for URL parameters that select rows, which are the search and all filters,
 * including invalid filters.
 */
export const isSearchOrFilterParameter = (name: string): boolean =>
  name === 'q' || name.startsWith(filterPrefix);
export const isListParameter = (name: string): boolean =>
  isSearchOrFilterParameter(name) || ['sort', 'cols', 'density', 'view'].includes(name);

type Parameters = Map<string, string[]>;

const viewPattern = /^(none|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})$/;
const quoted = (text: string): string => `“${text.length > 40 ? `${text.slice(0, 40)}…` : text}”`;
const escaped = (value: string): string =>
  value === viewerFilterValue ? '~me' : value.startsWith('~') ? `~${value}` : value;
const unescaped = (value: string, isPerson: boolean): string =>
  isPerson && value === '~me' ? viewerFilterValue : value.startsWith('~~') ? value.slice(1) : value;

function numberOf(text: string): number | null | undefined {
  if (text === '') return null;
  const value = /^-?\d{1,15}(\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(value) ? value : undefined;
}
const dayOf = (text: string): string | null | undefined =>
  text === '' ? null : isDay(text) && isInAcceptedYears(text) ? text : undefined;

function rangeOf<Bound>(text: string, bound: (part: string) => Bound | null | undefined) {
  const parts = text.split('..');
  if (parts.length !== 2) return undefined;
  const [from, to] = parts.map(bound);
  if (from === undefined || to === undefined || (from === null && to === null)) return undefined;
  return { from, to };
}

/**
 * Parses a range of numbers, such as '20..50' or '20..'. The range '>20..<50' excludes its bounds.
 */
function numberRangeOf(text: string): NumberRange | undefined {
  const isFromExclusive = text.startsWith('>');
  const isToExclusive = text.includes('..<');
  const range = rangeOf(text.replace(/^>/, '').replace('..<', '..'), numberOf);
  if (range === undefined) return undefined;
  if ((isFromExclusive && range.from === null) || (isToExclusive && range.to === null))
    return undefined;
  return {
    ...range,
    ...(isFromExclusive && { isFromExclusive }),
    ...(isToExclusive && { isToExclusive }),
  };
}

/** Parses the values of a text or option column. */
function valuesConditionOf(
  column: ListColumnWithoutValue,
  values: readonly string[],
  problems: ListProblem[],
): ListCondition | undefined {
  const isNegated = values[0] === '~not';
  const isExact = isNegated || values[0] === '~is';
  const { isPerson = false, currentValue = (value: string) => value } = column;
  const given = values
    .slice(isExact ? 1 : 0)
    .map((value) => currentValue(unescaped(value, isPerson)))
    .filter((value) => value.trim() !== '');
  const distinct = [...new Set(given)];
  const words = distinct.slice(0, listUrlLimits.values);
  const fitting = words.filter((word) => word.length <= listUrlLimits.value);
  const isText = column.kind === 'text';
  if (isText && !isExact)
    return fitting[0] === undefined ? undefined : { kind: 'contains', text: fitting[0] };
  const known = fitting.filter(
    (word) => isText || column.options === undefined || column.options.includes(word),
  );
  for (const word of words.filter((word) => !known.includes(word)))
    problems.push(`${column.label} has no value ${quoted(word)}.`);
  if (distinct.length > listUrlLimits.values)
    problems.push(
      `The filter on ${column.label} uses only the first ${listUrlLimits.values} of its values.`,
    );
  if (known.length === 0) return undefined;
  if (isText) return { kind: isNegated ? 'text-none-of' : 'text-one-of', values: known };
  return { kind: isNegated ? 'none-of' : 'one-of', values: known };
}

function conditionOf(
  column: ListColumnWithoutValue,
  values: readonly string[],
  problems: ListProblem[],
): ListCondition | undefined {
  const [first = ''] = values;
  if (first === '~empty') return { kind: 'empty' };
  if (first === '~filled') return { kind: 'filled' };
  if (column.kind === 'flag')
    return first === 'yes' || first === 'no' ? { kind: 'is', value: first === 'yes' } : undefined;
  if (column.kind === 'date') {
    const range = rangeOf(first, dayOf);
    return range && { kind: 'dates', ...range };
  }
  if (isNumericColumn(column)) {
    const range = numberRangeOf(first);
    return range && { kind: 'range', ...range };
  }
  return valuesConditionOf(column, values, problems);
}

function filtersOf(
  columns: ReadonlyMap<string, ListColumnWithoutValue>,
  parameters: Parameters,
  problems: ListProblem[],
): ListFilter[] {
  return [...parameters].flatMap(([name, values]) => {
    if (!name.startsWith(filterPrefix)) return [];
    const key = name.slice(filterPrefix.length);
    const column = columns.get(key);
    if (column === undefined) {
      problems.push(`A filter uses the column ${quoted(key)}, which this list no longer has.`);
      return [];
    }
    const before = problems.length;
    const condition = conditionOf(column, values, problems);
    if (condition !== undefined) return [{ column: key, ...condition }];
    if (problems.length === before) problems.push(`The filter on ${column.label} is not valid.`);
    return [];
  });
}

function sortOf(
  columns: ReadonlyMap<string, ListColumnWithoutValue>,
  text: string | undefined,
  problems: ListProblem[],
): ListSort[] {
  const sorts = new Map<string, ListSort>();
  for (const part of (text ?? '').split(',').filter((part) => part !== '')) {
    const descending = part.startsWith('-');
    const column = descending ? part.slice(1) : part;
    if (!columns.has(column))
      problems.push(
        `The sort order uses the column ${quoted(column)}, which this list no longer has.`,
      );
    else if (!sorts.has(column) && sorts.size < listUrlLimits.sort)
      sorts.set(column, { column, descending });
  }
  return [...sorts.values()];
}

function shownOf(
  columns: ReadonlyMap<string, ListColumnWithoutValue>,
  text: string | undefined,
  problems: ListProblem[],
): string[] | null {
  const keys = [...new Set((text ?? '').split(',').filter((key) => key !== ''))];
  const missing = keys.filter((key) => !columns.has(key));
  for (const key of missing)
    problems.push(`This view shows the column ${quoted(key)}, which this list no longer has.`);
  const known = keys.filter((key) => columns.has(key));
  return known.length === 0 ? null : known;
}

/**
 * Parses a list's state from URL parameters. Never throws. Invalid parts are ignored, and up to ten
 * of them are reported in `problems`.
 */
export function parseList(
  parameters: Iterable<readonly [string, string]>,
  columns: readonly ListColumnWithoutValue[],
): ParsedList {
  const given: Parameters = new Map();
  for (const [name, value] of parameters) given.set(name, [...(given.get(name) ?? []), value]);
  const first = (name: string): string | undefined => given.get(name)?.[0];
  const problems: ListProblem[] = [];
  const byKey = new Map(columns.map((column) => [column.key, column]));
  const density = first('density');
  const view = first('view');
  if (view !== undefined && !viewPattern.test(view))
    problems.push('This link’s saved view is not valid.');
  const state: ListState = {
    search: truncateText(first('q') ?? '', listUrlLimits.search),
    filters: filtersOf(byKey, given, problems),
    sort: sortOf(byKey, first('sort'), problems),
    columns: shownOf(byKey, first('cols'), problems),
    density:
      rowDensities.find((each): each is RowDensity => each === density) ?? emptyListState.density,
    view: view !== undefined && viewPattern.test(view) ? view : null,
  };
  return { state, problems: problems.slice(0, 10) };
}

function conditionText(filter: ListFilter): string[] {
  switch (filter.kind) {
    case 'contains':
      return [escaped(filter.text)];
    case 'one-of':
      return filter.values.map(escaped);
    case 'text-one-of':
      return ['~is', ...filter.values.map(escaped)];
    case 'none-of':
    case 'text-none-of':
      return ['~not', ...filter.values.map(escaped)];
    case 'range':
      return [
        `${filter.isFromExclusive ? '>' : ''}${filter.from ?? ''}..${filter.isToExclusive ? '<' : ''}${filter.to ?? ''}`,
      ];
    case 'dates':
      return [`${filter.from ?? ''}..${filter.to ?? ''}`];
    case 'is':
      return [filter.value ? 'yes' : 'no'];
    case 'empty':
    case 'filled':
      return [`~${filter.kind}`];
  }
}

/**
 * Formats a list's state as URL parameters that `parseList` can read. They are in canonical order,
 * without defaults.
 */
export function formatListParameters(state: ListState): [string, string][] {
  const { search, filters, sort, columns, density, view } = state;
  const parameters: [string, string][] = [];
  if (search !== '') parameters.push(['q', search]);
  for (const filter of filters)
    for (const value of conditionText(filter))
      parameters.push([columnFilterParameter(filter.column), value]);
  if (sort.length > 0)
    parameters.push([
      'sort',
      sort.map(({ column, descending }) => (descending ? `-${column}` : column)).join(','),
    ]);
  if (columns !== null) parameters.push(['cols', columns.join(',')]);
  if (density !== emptyListState.density) parameters.push(['density', density]);
  if (view !== null) parameters.push(['view', view]);
  return parameters;
}

/** Formats a state as a query string without `?`; '' for the default state. */
export const formatListQueryString = (state: Partial<ListState>): string =>
  formatListParameters({ ...emptyListState, ...state })
    .map(
      ([name, value]) =>
        `${encodeURIComponent(name)}=${encodeURIComponent(value).replaceAll('%2C', ',')}`,
    )
    .join('&');
