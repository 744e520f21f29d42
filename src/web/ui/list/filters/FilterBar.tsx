import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, useRef } from 'react';
import { filterAndSortRows } from '#shared/list/apply.ts';
import type { ListColumn } from '#shared/list/column.ts';
import { columnValueCounts } from '#shared/list/column-facts.ts';
import { filterText } from '#shared/list/filter-text.ts';
import { type ListFilter, type ListState, resolveViewerFilters } from '#shared/list/state.ts';
import type { ListControl, RemoteRows } from '../use-list.ts';
import { useViewerName } from '../viewer.ts';
import { AddFilter, FilterChip } from './filter-popovers.tsx';
import type { FilterOption } from './OptionField.tsx';

const FilterDropdown = lazy(async () => ({
  default: (await import('./FilterDropdown.tsx')).FilterDropdown,
}));

/** Parts of a list that the filter bar needs. A page without a list can provide them too. */
type FilteredList<Row> = Pick<
  ListControl<Row>,
  'columns' | 'rows' | 'state' | 'change' | 'clear'
> & { remote?: Pick<RemoteRows, 'optionsQuery'> };

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

function Editor<Row>(properties: EditorProperties<Row>) {
  const { list } = properties;
  return list.remote === undefined ? (
    <LocalEditor {...properties} />
  ) : (
    <RemoteEditor {...properties} remote={list.remote} />
  );
}

/** Returns the edited filter's column; for a new filter, all columns without a filter. */
function columnsOf<Row>({ list, filter }: EditorProperties<Row>): readonly ListColumn<Row>[] {
  const taken = new Set(list.state.filters.map(({ column }) => column));
  return list.columns.filter(({ key }) =>
    filter === undefined ? !taken.has(key) : key === filter.column,
  );
}

/** Returns the search and the filters except one, with the viewer's name instead of 'me'. */
const selectionWithout = (
  { search, filters }: Pick<ListState, 'search' | 'filters'>,
  filter: ListFilter | undefined,
  viewer: string | null,
) => ({
  search,
  filters: resolveViewerFilters(
    filters.filter((each) => each !== filter),
    viewer,
  ),
});

/** Editor that counts the values of columns in the browser's rows. */
function LocalEditor<Row>(properties: EditorProperties<Row>) {
  const { list, filter, onApply, onClose } = properties;
  const columns = columnsOf(properties);
  const viewer = useViewerName();

  /**
   * Returns the values of a column, each with its number of rows under the current search and other
   * filters.
   */
  function optionsOf(key: string): FilterOption[] {
    const column = columns.find((each) => each.key === key);
    if (column === undefined || list.rows === undefined) return [];
    const left = filterAndSortRows(list.rows, list.columns, {
      ...selectionWithout(list.state, filter, viewer),
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

/** Editor that asks the server for the values of option columns. */
function RemoteEditor<Row>({
  remote,
  ...properties
}: EditorProperties<Row> & { remote: Pick<RemoteRows, 'optionsQuery'> }) {
  const { list, filter, onApply, onClose } = properties;
  const viewer = useViewerName();
  const { data } = useQuery(remote.optionsQuery(selectionWithout(list.state, filter, viewer)));
  return (
    <FilterDropdown
      columns={columnsOf(properties)}
      filter={filter}
      optionsOf={(key) => data?.columns.find(({ column }) => column === key)?.values ?? []}
      onApply={(next) => {
        onClose();
        onApply(next);
      }}
    />
  );
}
