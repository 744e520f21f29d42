import { type ListColumn, valueText } from '#shared/list/column.ts';
import { type ListFilter, viewerFilterValue } from '#shared/list/state.ts';

/** Formats a filter for its chip: 'Score: at most 50%'. */
export function filterText<Row>(column: ListColumn<Row>, filter: ListFilter): string {
  return `${column.label}: ${conditionText(column, filter)}`;
}

function conditionText<Row>(column: ListColumn<Row>, filter: ListFilter): string {
  switch (filter.kind) {
    case 'contains':
      return `contains “${filter.text}”`;
    case 'one-of': {
      const words = filter.values.map((value) => (value === viewerFilterValue ? 'me' : value));
      return words.length <= 3
        ? words.join(' or ')
        : `${words.slice(0, 2).join(', ')} or ${words.length - 2} more`;
    }
    case 'range':
    case 'dates': {
      const text = (value: string | number) =>
        valueText({ ...column, digits: digitsOf(value) }, value);
      if (filter.from === null)
        return filter.to === null
          ? 'any'
          : `${filter.kind === 'dates' ? 'until' : 'at most'} ${text(filter.to)}`;
      if (filter.to === null)
        return `${filter.kind === 'dates' ? 'from' : 'at least'} ${text(filter.from)}`;
      return filter.from === filter.to
        ? text(filter.from)
        : `${text(filter.from)} to ${text(filter.to)}`;
    }
    case 'is':
      return filter.value ? 'yes' : 'no';
    case 'empty':
      return 'unknown';
    case 'filled':
      return 'known';
  }
}

const digitsOf = (value: string | number): number => String(value).split('.')[1]?.length ?? 0;
