import { type ListColumn, valueText } from './column.ts';
import { type ListFilter, viewerFilterValue } from './state.ts';

type LabeledColumn = Pick<ListColumn<never>, 'label' | 'kind' | 'prefix' | 'unit' | 'digits'>;

/**
 * Formats a filter for its chip: 'State: TX or NM', 'State is not TX', 'Score at most 50%'.
 * Selected values follow a colon; other conditions read as a sentence.
 */
export function filterText(column: LabeledColumn, filter: ListFilter): string {
  const { label } = column;
  switch (filter.kind) {
    case 'contains':
      return `${label} contains “${filter.text}”`;
    case 'one-of':
      return `${label}: ${valuesText(filter.values)}`;
    case 'text-one-of':
      return `${label} is ${valuesText(filter.values)}`;
    case 'none-of':
    case 'text-none-of':
      return `${label} is not ${valuesText(filter.values)}`;
    case 'range':
    case 'dates':
      return `${label}${rangeText(column, filter)}`;
    case 'is':
      return `${label}: ${filter.value ? 'yes' : 'no'}`;
    case 'empty':
      return `${label}: unknown`;
    case 'filled':
      return `${label}: known`;
  }
}

function valuesText(values: readonly string[]): string {
  const words = values.map((value) => (value === viewerFilterValue ? 'me' : value));
  return words.length <= 3
    ? words.join(' or ')
    : `${words.slice(0, 2).join(', ')} or ${words.length - 2} more`;
}

type RangeFilter = Extract<ListFilter, { kind: 'range' | 'dates' }>;

function rangeText(column: LabeledColumn, filter: RangeFilter): string {
  const { from, to } = filter;
  const text = (value: string | number) => valueText({ ...column, digits: digitsOf(value) }, value);
  const isFromExclusive = filter.kind === 'range' && filter.isFromExclusive === true;
  const isToExclusive = filter.kind === 'range' && filter.isToExclusive === true;
  if (from !== null && to !== null && !isFromExclusive && !isToExclusive)
    return `: ${from === to ? text(from) : `${text(from)} to ${text(to)}`}`;
  const [atLeast, atMost] = filter.kind === 'dates' ? ['from', 'until'] : ['at least', 'at most'];
  const bounds = [
    ...(from === null ? [] : [`${isFromExclusive ? 'over' : atLeast} ${text(from)}`]),
    ...(to === null ? [] : [`${isToExclusive ? 'under' : atMost} ${text(to)}`]),
  ];
  return bounds.length === 0 ? ': any' : ` ${bounds.join(' and ')}`;
}

const digitsOf = (value: string | number): number => String(value).split('.')[1]?.length ?? 0;
