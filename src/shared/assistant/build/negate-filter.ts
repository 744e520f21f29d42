import type { ListFilter } from '#shared/list/state.ts';

/** Returns the filter for the other known values; `undefined` when one filter can't express it. */
export function negateFilter(filter: ListFilter): ListFilter | undefined {
  const { column } = filter;
  switch (filter.kind) {
    case 'is':
      return { ...filter, value: !filter.value };
    case 'one-of':
      return { ...filter, kind: 'none-of' };
    case 'none-of':
      return { ...filter, kind: 'one-of' };
    case 'text-one-of':
      return { ...filter, kind: 'text-none-of' };
    case 'text-none-of':
      return { ...filter, kind: 'text-one-of' };
    case 'empty':
      return { column, kind: 'filled' };
    case 'filled':
      return { column, kind: 'empty' };
    case 'range': {
      const { from, to, isFromExclusive, isToExclusive } = filter;
      if (from !== null && to !== null) return undefined;
      return from === null
        ? {
            column,
            kind: 'range',
            from: to,
            to: null,
            ...(isToExclusive ? {} : { isFromExclusive: true }),
          }
        : {
            column,
            kind: 'range',
            from: null,
            to: from,
            ...(isFromExclusive ? {} : { isToExclusive: true }),
          };
    }
    case 'contains':
    case 'dates':
      return undefined;
  }
}
