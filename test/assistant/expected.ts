/** Row of any list that belongs to a customer. */
export interface RowWithInstitutionId {
  institutionId: number;
}

/** Value by which rows are ordered. */
type Key = number | string;

/** Correct result of a question, computed without the assistant and without the list engine. */
export type Expected =
  | { kind: 'number'; value: number | null }
  /** Rows in any order, by their customers. */
  | { kind: 'rows'; ids: number[] }
  /**
   * Rows in order. `keys` are the sorted values by which the rows are ordered. `computeSortKeys` has the
   * values of each customer's rows, because rows with equal values can come in any order. `limit`
   * is `null` for all rows.
   */
  | { kind: 'ranked'; keys: Key[]; keysOf: Map<number, Key[]>; limit: number | null }
  | { kind: 'share'; part: number; whole: number }
  /** Figures by group label; the labels of two groups are joined by `separator`. */
  | { kind: 'groups'; values: Map<string, number> }
  /** First groups in the order of their figures. */
  | { kind: 'top-groups'; values: Map<string, number>; count: number; isAscending: boolean }
  /** One fact about one customer. */
  | { kind: 'fact'; id: number; value: number | string }
  /** The question has two meanings that give different results. */
  | { kind: 'ask' }
  /** The question has several acceptable readings. */
  | { kind: 'any-of'; each: Expected[] };

export const groupLabelSeparator = ' | ';
/** Label of the group of rows without a value. */
export const noValueGroupLabel = 'Unknown';

type Numeric<Row> = (row: Row) => number | null;
type Label<Row> = (row: Row) => string | null;

export const expectNumber = (value: number | null): Expected => ({ kind: 'number', value });
export const expectCount = (rows: readonly unknown[]): Expected => expectNumber(rows.length);
export const expectedClarification: Expected = { kind: 'ask' };
export const expectAnyOf = (...each: Expected[]): Expected => ({ kind: 'any-of', each });
export const expectShare = (part: readonly unknown[], whole: readonly unknown[]): Expected => ({
  kind: 'share',
  part: part.length,
  whole: whole.length,
});
export const expectRows = (rows: readonly RowWithInstitutionId[]): Expected => ({
  kind: 'rows',
  ids: rows.map(({ institutionId }) => institutionId),
});

const known = <Row>(rows: readonly Row[], numeric: Numeric<Row>): number[] =>
  rows.map(numeric).filter((value) => value !== null);
const add = (values: readonly number[]): number => values.reduce((total, each) => total + each, 0);
const meanOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : add(values) / values.length;

export const expectSum = <Row>(rows: readonly Row[], numeric: Numeric<Row>): Expected =>
  expectNumber(add(known(rows, numeric)));
export const expectMean = <Row>(rows: readonly Row[], numeric: Numeric<Row>): Expected =>
  expectNumber(meanOf(known(rows, numeric)));
export function expectMedian<Row>(rows: readonly Row[], numeric: Numeric<Row>): Expected {
  const values = known(rows, numeric).sort((one, other) => one - other);
  const middle = values.length / 2;
  const at = (place: number) => values[place] ?? 0;
  if (values.length === 0) return expectNumber(null);
  return expectNumber(
    Number.isInteger(middle) ? (at(middle - 1) + at(middle)) / 2 : at(Math.floor(middle)),
  );
}

const compare = (one: Key, other: Key): number => (one < other ? -1 : one > other ? 1 : 0);

function ranked<Row extends RowWithInstitutionId>(
  rows: readonly Row[],
  key: (row: Row) => Key | null,
  limit: number | null,
  direction: 1 | -1,
): Expected {
  const keysOf = new Map<number, Key[]>();
  const keys: Key[] = [];
  for (const row of rows) {
    const value = key(row);
    if (value === null) continue;
    keys.push(value);
    keysOf.set(row.institutionId, [...(keysOf.get(row.institutionId) ?? []), value]);
  }
  keys.sort((one, other) => direction * compare(one, other));
  return { kind: 'ranked', keys, keysOf, limit };
}
/** Rows with the highest values first. */
export const expectTopRows = <Row extends RowWithInstitutionId>(
  rows: readonly Row[],
  limit: number | null,
  key: (row: Row) => Key | null,
): Expected => ranked(rows, key, limit, -1);
/** Rows with the lowest values first. */
export const expectBottomRows = <Row extends RowWithInstitutionId>(
  rows: readonly Row[],
  limit: number | null,
  key: (row: Row) => Key | null,
): Expected => ranked(rows, key, limit, 1);

function figures<Row>(
  rows: readonly Row[],
  label: Label<Row>,
  figure: (rows: readonly Row[]) => number | null,
): Map<string, number> {
  const values = new Map<string, number>();
  for (const [name, members] of Map.groupBy(rows, (row) => label(row) ?? noValueGroupLabel)) {
    const value = figure(members);
    if (value !== null) values.set(name, value);
  }
  return values;
}

export const expectCountByGroup = <Row>(rows: readonly Row[], label: Label<Row>): Expected => ({
  kind: 'groups',
  values: figures(rows, label, (members) => members.length),
});
/** Number of rows of each group for which `isPart` holds, which can be 0. */
export const expectPartCountByGroup = <Row>(
  rows: readonly Row[],
  label: Label<Row>,
  isPart: (row: Row) => boolean,
): Expected => ({
  kind: 'groups',
  values: figures(rows, label, (members) => members.filter(isPart).length),
});
export const expectSumByGroup = <Row>(
  rows: readonly Row[],
  label: Label<Row>,
  numeric: Numeric<Row>,
): Expected => ({
  kind: 'groups',
  values: figures(rows, label, (members) => add(known(members, numeric))),
});
export const expectAverageByGroup = <Row>(
  rows: readonly Row[],
  label: Label<Row>,
  numeric: Numeric<Row>,
): Expected => ({
  kind: 'groups',
  values: figures(rows, label, (members) => meanOf(known(members, numeric))),
});
/** Percentage of the rows of each group for which `isPart` holds, for groups of five rows and more. */
export const expectShareByGroup = <Row>(
  rows: readonly Row[],
  label: Label<Row>,
  isPart: (row: Row) => boolean,
): Expected => ({
  kind: 'groups',
  values: figures(rows, label, (members) =>
    members.length < 5 ? null : (100 * members.filter(isPart).length) / members.length,
  ),
});

const firstGroups = (expected: Expected, first: number, isAscending: boolean): Expected => ({
  kind: 'top-groups',
  values: expected.kind === 'groups' ? expected.values : new Map(),
  count: first,
  isAscending,
});
/** The groups with the highest figures. */
export const expectHighestGroups = (groups: Expected, first = 1): Expected =>
  firstGroups(groups, first, false);
/** The groups with the lowest figures. */
export const expectLowestGroups = (groups: Expected, first = 1): Expected =>
  firstGroups(groups, first, true);

/** Joins the labels of two groups. */
export const joinGroupLabels =
  <One, Other>(one: Label<One>, other: Label<Other>): Label<One & Other> =>
  (row) =>
    [one(row) ?? noValueGroupLabel, other(row) ?? noValueGroupLabel].join(groupLabelSeparator);

export function expectCustomerValue<Row extends RowWithInstitutionId & { institutionName: string }>(
  rows: readonly Row[],
  name: string,
  value: (row: Row) => number | string | null,
): Expected {
  const row = rows.find(({ institutionName }) => institutionName === name);
  const found = row === undefined ? null : value(row);
  if (row === undefined || found === null) throw new Error(`The demo has no value for ${name}`);
  return { kind: 'fact', id: row.institutionId, value: found };
}

/** Returns whether a result is so small that a wrong answer can equal it by chance. */
export function isTrivial(expected: Expected): boolean {
  switch (expected.kind) {
    case 'any-of':
      return expected.each.some(isTrivial);
    case 'number':
      return expected.value === null || expected.value === 0;
    case 'rows':
      return expected.ids.length === 0;
    case 'ranked':
      return expected.keys.length === 0;
    case 'share':
      return expected.part === 0;
    case 'groups':
    case 'top-groups':
      return expected.values.size === 0;
    default:
      return false;
  }
}
