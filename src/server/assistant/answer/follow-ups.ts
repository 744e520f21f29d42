import { maxFollowUps, minimumShareRows } from '#shared/assistant/assistant.ts';
import type { Computed } from '#shared/assistant/compute.ts';
import { editPlan } from '#shared/assistant/edit-plan.ts';
import type { Plan } from '#shared/assistant/plan.ts';
import { isNumericColumn, type ListColumn } from '#shared/list/column.ts';
import type { MatchingRows, UntypedListRows } from '#shared/list/source.ts';
import type { ListFilter } from '#shared/list/state.ts';
import type { ListVocabulary } from '#shared/list/vocabulary.ts';

export interface FollowUp {
  /** Question as a user would type it. */
  text: string;
  /** Plan that the question leads to. */
  plan: Plan;
}

interface Answered {
  plan: Plan;
  vocabulary: ListVocabulary;
  source: UntypedListRows;
  /** Rows of the answer. */
  selected: MatchingRows;
  computed: Computed;
}

/**
 * Minimum and maximum number of values of a column to group by. With fewer or more values, the
 * groups are not useful.
 */
const groupLimits = { least: 2, most: 40 } as const;

/** Returns the last plan changed by a follow-up that states nothing except `part` and `filters`. */
const change = (last: Plan, part: Partial<Plan>, filters: readonly ListFilter[] = []): Plan =>
  editPlan(last, {
    plan: {
      list: last.list,
      state: { search: '', filters, sort: [] },
      aggregate: { kind: 'rows', limit: null },
      groups: [],
      groupOrder: null,
      shown: [],
      view: 'auto',
      ...part,
    },
    states: { aggregate: part.aggregate !== undefined, sort: false },
  });

const lowerCase = (label: string): string =>
  /^[A-Z][a-z]/.test(label) ? label.toLowerCase() : label;

/**
 * Returns follow-up questions that the answer's list can answer: other groups, a narrower choice of
 * rows, another figure.
 */
export function findFollowUps(answered: Answered): FollowUp[] {
  const { plan, vocabulary, computed } = answered;
  const isOneCustomer = plan.state.filters.some(
    ({ column, kind }) => column === vocabulary.customer && kind === 'text-one-of',
  );
  if (computed.total < groupLimits.least || isOneCustomer) return [];
  const groups = groupings(answered);
  const narrower =
    plan.groups.length > 0 ? onlyLargestGroup(answered) : onlyFrequentValue(answered);
  const figure =
    plan.aggregate.kind === 'count' || plan.aggregate.kind === 'rows' ? averages(answered) : [];
  const found = [...groups.slice(0, 1), ...narrower, ...figure, ...groups.slice(1)];
  return found.slice(0, maxFollowUps);
}

/**
 * Returns the columns to group by: first the user column, then columns whose filters have their own
 * wording, then others.
 */
function groupColumns({ plan, vocabulary, source }: Answered): ListColumn<never>[] {
  const rank = ({ key }: ListColumn<never>): number =>
    key === vocabulary.person ? 0 : vocabulary.columns[key]?.reading !== undefined ? 1 : 2;
  const grouped = new Set(plan.groups.map(({ column }) => column));
  return source.columns
    .filter(
      ({ key, kind, label }) =>
        kind === 'option' && !grouped.has(key) && isAskable(label, vocabulary, key),
    )
    .toSorted((one, other) => rank(one) - rank(other));
}

/** Returns whether a question can name the column by its label. */
const isAskable = (label: string, { columns, noun }: ListVocabulary, key: string): boolean =>
  columns[key]?.ignoresLabel !== true &&
  ![noun.one, noun.many, ...noun.synonyms].includes(label.toLowerCase());

function groupings(answered: Answered): FollowUp[] {
  const { plan, selected } = answered;
  const found: FollowUp[] = [];
  for (const { key, label } of groupColumns(answered)) {
    // A list can have many columns, so the values of further columns are not counted.
    if (found.length === maxFollowUps) break;
    const values = selected.countsOf(key).size;
    if (values >= groupLimits.least && values <= groupLimits.most)
      found.push({
        text: `By ${lowerCase(label)}`,
        plan: change(plan, { groups: [{ column: key, unit: 'value' }] }),
      });
  }
  return found;
}

/**
 * Returns whether a question can name values of an option column without its label: 'only Texas'.
 */
const isWord = ({ key, kind, isPerson }: ListColumn<never>, vocabulary: ListVocabulary): boolean =>
  kind === 'option' &&
  vocabulary.columns[key]?.valuesNeedName !== true &&
  (isPerson !== true || key === vocabulary.person);

/** Returns the follow-up that narrows the rows to the largest group. */
function onlyLargestGroup({ plan, vocabulary, source, computed }: Answered): FollowUp[] {
  const [group, ...others] = plan.groups;
  if (group === undefined || others.length > 0 || group.unit !== 'value') return [];
  const column = source.columns.find(({ key }) => key === group.column);
  const largest = computed.groups
    .filter(({ keys: [key] }) => typeof key === 'string')
    .toSorted((one, other) => other.rows - one.rows)[0];
  const value = largest?.keys[0];
  if (
    column === undefined ||
    !isWord(column, vocabulary) ||
    typeof value !== 'string' ||
    computed.groups.length < 2
  )
    return [];
  return [only(plan, column, value)];
}

const only = (plan: Plan, { key }: ListColumn<never>, value: string): FollowUp => ({
  text: `Only ${value}`,
  plan: change(plan, {}, [{ column: key, kind: 'one-of', values: [value] }]),
});

/** Returns the follow-up that narrows the rows to the most frequent value of a column. */
function onlyFrequentValue({ plan, vocabulary, source, selected }: Answered): FollowUp[] {
  const filtered = new Set(plan.state.filters.map(({ column }) => column));
  for (const column of source.columns) {
    if (
      !isWord(column, vocabulary) ||
      column.isPerson === true ||
      filtered.has(column.key) ||
      vocabulary.columns[column.key]?.reading === undefined
    )
      continue;
    const counts = [...selected.countsOf(column.key)].flatMap(([value, rows]) =>
      typeof value === 'string' && value !== '' ? [{ value, rows }] : [],
    );
    const [most] = counts.toSorted((one, other) => other.rows - one.rows);
    if (most !== undefined && counts.length >= groupLimits.least)
      return [only(plan, column, most.value)];
  }
  return [];
}

/** Returns the follow-up for the average, or the total, of the list's main number. */
function averages({ plan, vocabulary, source, selected }: Answered): FollowUp[] {
  const column = source.columns.find(({ key }) => key === vocabulary.measure);
  if (
    column === undefined ||
    !isNumericColumn(column) ||
    !isAskable(column.label, vocabulary, column.key)
  )
    return [];
  const known = selected.values(column.key).filter((value) => value !== null).length;
  if (known < minimumShareRows) return [];
  const isTotal = vocabulary.columns[column.key]?.isAdditive === true;
  return [
    {
      text: `And the ${isTotal ? 'total' : 'average'} ${lowerCase(column.label)}?`,
      plan: change(plan, { aggregate: { kind: isTotal ? 'sum' : 'mean', column: column.key } }),
    },
  ];
}
