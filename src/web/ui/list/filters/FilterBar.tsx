import { Button, Group } from '@mantine/core';
import { lazy, useRef } from 'react';
import { filterAndSortRows } from '#shared/list/apply.ts';
import { columnValueCounts } from '#shared/list/column-facts.ts';
import { filterText } from '#shared/list/filter-text.ts';
import { type ListFilter, resolveViewerFilters } from '#shared/list/state.ts';
import type { ListControl } from '../use-list.ts';
import { useViewerName } from '../viewer.ts';
import { AddFilter, FilterChip } from './filter-popovers.tsx';
import type { FilterOption } from './OptionField.tsx';

const FilterDropdown = lazy(async () => ({
  default: (await import('./FilterDropdown.tsx')).FilterDropdown,
}));

/** Parts of a list that the filter bar needs. A page without a list can provide them too. */
type FilteredList<Row> = Pick<ListControl<Row>, 'columns' | 'rows' | 'state' | 'change' | 'clear'>;

/** Active filters, each with an edit and a remove button, and a button to add a filter. */
export function FilterBar<Row>({ list }: { list: FilteredList<Row> }) {
  const { filters } = list.state;
  const adder = useRef<HTMLButtonElement>(null);
  const put = (filter: ListFilter) =>
    list.change({
      filters: filters.some(({ column }) => column === filter.column)
        ? filters.map((each) => (each.column === filter.column ? filter : each))
        : [...filters, filter],
    });
  return (
    <Group gap={6}>
      {filters.map((filter) => {
        const column = list.columns.find(({ key }) => key === filter.column);
        return (
          column && (
            <FilterChip
              key={filter.column}
              text={filterText(column, filter)}
              onRemove={() => {
                list.change({ filters: filters.filter((each) => each !== filter) });
                adder.current?.focus();
              }}
            >
              {(close) => <Editor list={list} filter={filter} onApply={put} onClose={close} />}
            </FilterChip>
          )
        );
      })}
      <AddFilter button={adder}>
        {(close) => <Editor list={list} onApply={put} onClose={close} />}
      </AddFilter>
      {(filters.length > 0 || list.state.search !== '') && (
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          onClick={() => {
            list.clear();
            adder.current?.focus();
          }}
        >
          Clear all
        </Button>
      )}
    </Group>
  );
}

interface EditorProperties<Row> {
  list: FilteredList<Row>;
  /** Filter to change; `undefined` for a new filter. */
  filter?: ListFilter;
  onApply: (filter: ListFilter) => void;
  onClose: () => void;
}

function Editor<Row>({ list, filter, onApply, onClose }: EditorProperties<Row>) {
  const taken = new Set(list.state.filters.map(({ column }) => column));
  const columns = list.columns.filter(({ key }) =>
    filter === undefined ? !taken.has(key) : key === filter.column,
  );
  const viewer = useViewerName();

  /**
   * Returns the values of a column, each with its number of rows under the current search and other
   * filters.
   */
  function optionsOf(key: string): FilterOption[] {
    const column = columns.find((each) => each.key === key);
    if (column === undefined || list.rows === undefined) return [];
    const filters = resolveViewerFilters(
      list.state.filters.filter((each) => each !== filter),
      viewer,
    );
    const left = filterAndSortRows(list.rows, list.columns, {
      search: list.state.search,
      filters,
      sort: [],
    });
    const counts = new Map(columnValueCounts(left, column).map(({ value, rows }) => [value, rows]));
    return columnValueCounts(list.rows, column).map(({ value }) => ({
      value,
      rows: counts.get(value) ?? 0,
    }));
  }

  return (
    <FilterDropdown
      columns={columns}
      filter={filter}
      optionsOf={optionsOf}
      onApply={(next) => {
        onClose();
        onApply(next);
      }}
    />
  );
}
