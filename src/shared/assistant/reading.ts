import { capitalize, countText } from '#shared/core/words.ts';
import type { ListColumn } from '#shared/list/column.ts';
import { filterText } from '#shared/list/filter-text.ts';
import { type ListFilter, type ListSort, viewerFilterValue } from '#shared/list/state.ts';
import type { ListVocabulary } from '#shared/list/vocabulary.ts';
import { statisticWords } from './figure-heading.ts';
import { chooseGroupNoun } from './group-nouns.ts';
import type { Plan } from './plan.ts';

interface ReadList {
  vocabulary: ListVocabulary;
  columns: readonly ListColumn<never>[];
  /** `true` to name the column of each filter, when two readings would otherwise be the same text. */
  namesColumns?: boolean;
}

const labelOf = ({ columns }: ReadList, key: string): string =>
  columns.find((column) => column.key === key)?.label ?? key;

const isNoneValue = (filter: ListFilter, { columns }: ListVocabulary): boolean =>
  'values' in filter && filter.values.includes(columns[filter.column]?.noneValue ?? '');

/**
 * Returns a condition on the use of a product in words: 'using Forms', 'not using Forms'. Returns
 * `undefined` for other conditions.
 */
function readUsage(filter: ListFilter, list: ReadList): string | undefined {
  const words = list.vocabulary.columns[filter.column];
  if (words?.isUsage !== true) return undefined;
  const product = labelOf(list, filter.column);
  if (filter.kind === 'empty') return `without data on ${product}`;
  if (filter.kind !== 'range') return undefined;
  const { from, to, isFromExclusive } = filter;
  if (from === null && to === 0) return `not using ${product}`;
  return from === 0 && isFromExclusive === true && to === null ? `using ${product}` : undefined;
}

/** Returns where and how a filter is read; `before` is text before the noun. */
function readFilter(filter: ListFilter, list: ReadList): { before?: string; after?: string } {
  const { vocabulary, columns, namesColumns } = list;
  const column = columns.find(({ key }) => key === filter.column);
  if (column === undefined) return {};
  const template = vocabulary.columns[filter.column]?.reading;
  const usage = namesColumns === true ? undefined : readUsage(filter, list);
  if (usage !== undefined) return { after: usage };
  const isNegated = filter.kind === 'none-of' || filter.kind === 'text-none-of';
  if (
    namesColumns === true ||
    template === undefined ||
    isNoneValue(filter, vocabulary) ||
    !(filter.kind === 'one-of' || filter.kind === 'text-one-of' || isNegated)
  )
    return { after: filterText(column, filter) };
  const values = filter.values
    .map((value) => (value === viewerFilterValue ? 'you' : value))
    .join(' or ');
  if (template === '{} …') return isNegated ? { after: `not ${values}` } : { before: values };
  return { after: `${isNegated ? 'not ' : ''}${template.replace('{}', values)}` };
}

/** Returns whether a text continues a sentence, unlike one that begins with a label. */
const isPhrase = (text: string): boolean => /^(?:not )?[a-z]/.test(text);

/** Describes the rows that the filters select: 'Critical customers in TX, owned by you'. */
export function describeRows(filters: readonly ListFilter[], list: ReadList): string {
  const parts = filters.map((filter) => readFilter(filter, list));
  const before = parts.flatMap((part) => part.before ?? []);
  const after = parts.flatMap((part) => part.after ?? []);
  const noun = [...before, list.vocabulary.noun.many].join(' ');
  const [first, ...rest] = after;
  const text = [
    first === undefined ? noun : `${noun}${isPhrase(first) ? ' ' : ', '}${first}`,
    ...rest,
  ];
  return text.join(', ');
}

function endWord({ columns }: ReadList, { column, descending }: ListSort): string {
  if (columns.find(({ key }) => key === column)?.kind === 'date')
    return descending ? 'latest' : 'earliest';
  return descending ? 'highest' : 'lowest';
}

function describeOrder(list: ReadList, sort: ListSort): string {
  const label = labelOf(list, sort.column);
  const isText = list.columns.some(({ key, kind }) => key === sort.column && kind === 'text');
  if (isText) return `by ${label}, ${sort.descending ? 'Z to A' : 'A to Z'}`;
  return `${endWord(list, sort)} ${label} first`;
}

const orderWord = ({ aggregate }: Plan, isDescending: boolean): string => {
  if (aggregate.kind === 'count') return isDescending ? 'most' : 'fewest';
  return isDescending ? 'highest' : 'lowest';
};

/** Returns the range of the groups' figure in words: ', only states with over 5 customers'. */
function rangeWords({ aggregate, groups, groupOrder }: Plan, list: ReadList): string {
  if (groupOrder?.range === undefined) return '';
  // Each group has at least one row.
  if (aggregate.kind === 'count' && groupOrder.range.from === 1 && groupOrder.range.to === null)
    return '';
  const { vocabulary, columns } = list;
  const { many } = chooseGroupNoun(groups.map(({ column }) => labelOf(list, column)));
  const range = { kind: 'range', column: '', ...groupOrder.range } as const;
  const column =
    'column' in aggregate ? columns.find(({ key }) => key === aggregate.column) : undefined;
  if (column !== undefined && 'column' in aggregate)
    return `, only ${many} with ${statisticWords[aggregate.kind]} ${filterText(column, range)}`;
  const text = filterText({ label: '', kind: 'number' }, range).replace(/^:? /, '');
  return `, only ${many} with ${text} ${vocabulary.noun.many}`;
}

/** Returns a plan in words: its rows, figure, groups, order and shown columns. */
export function describePlan(plan: Plan, list: ReadList): string {
  const { search } = plan.state;
  const rows = `${describeRows(plan.state.filters, list)}${search === '' ? '' : `, found by “${search}”`}`;
  const { aggregate, groupOrder } = plan;
  const by = plan.groups.map(
    ({ column, unit }) => `${labelOf(list, column)}${unit === 'month' ? ' (month)' : ''}`,
  );
  const groups = by.length === 0 ? '' : `, by ${by.join(' and ')}`;
  const order =
    groupOrder === null
      ? ''
      : `${rangeWords(plan, list)}, ${orderWord(plan, groupOrder.descending)} first${groupOrder.limit === null ? '' : `, ${countText(groupOrder.limit, 'group')}`}`;
  const [sort] = plan.state.sort;
  switch (aggregate.kind) {
    case 'count':
      return `${capitalize(rows)}${groups}${order}`;
    case 'rows': {
      const sorted = sort === undefined ? '' : `, ${describeOrder(list, sort)}`;
      const shown =
        plan.shown.length === 0
          ? ''
          : `: ${plan.shown.map((key) => labelOf(list, key)).join(', ')}`;
      const start = aggregate.limit === null ? '' : `First ${aggregate.limit}: `;
      return `${start}${start === '' ? capitalize(rows) : rows}${sorted}${shown}`;
    }
    case 'share': {
      const parts = aggregate.filters.map((filter) => readFilter(filter, list));
      const numerator = parts
        .map(({ before, after = '' }) =>
          before !== undefined ? `that are ${before}` : isPhrase(after) ? after : `with ${after}`,
        )
        .join(', ');
      return `Share of ${rows} ${numerator}${groups}${order}`;
    }
    default:
      return `${statisticWords[aggregate.kind]} ${labelOf(list, aggregate.column)} of ${rows}${groups}${order}`;
  }
}
