import { Button, Group } from '@mantine/core';
import { useMemo } from 'react';
import { numberText } from '#shared/core/words.ts';
import { filterAndSortRows } from '#shared/list/apply.ts';
import { type ListFilter, resolveViewerFilters } from '#shared/list/state.ts';
import type { ListControl } from './use-list.ts';
import { useViewerName } from './viewer.ts';

export interface QuickFilter {
  label: string;
  filter: ListFilter;
}

interface Properties<Row> {
  list: Pick<ListControl<Row>, 'columns' | 'rows' | 'state' | 'change'> & { remote?: object };
  label: string;
  /** Quick filters. Must be the same array on every render. */
  facets: readonly QuickFilter[];
  guide: string;
}

const isSame = (one: ListFilter, other: ListFilter) =>
  JSON.stringify(one) === JSON.stringify(other);

/**
 * Toggle buttons for quick filters. Each shows its number of rows under the current search and
 * other filters, if all rows are in the browser.
 */
export function QuickFilterButtons<Row>({ list, label, facets, guide }: Properties<Row>) {
  const { columns, remote } = list;
  // The browser cannot count rows that it has not loaded.
  const rows = remote === undefined ? list.rows : undefined;
  const { filters, search } = list.state;
  const viewer = useViewerName();
  const buttons = useMemo(
    () =>
      facets.map((facet) => {
        const others = filters.filter(({ column }) => column !== facet.filter.column);
        const withFacet = [...others, facet.filter];
        const count =
          rows &&
          filterAndSortRows(rows, columns, {
            search,
            filters: resolveViewerFilters(withFacet, viewer),
            sort: [],
          }).length;
        return {
          ...facet,
          others,
          withFacet,
          count,
          isActive: filters.some((filter) => isSame(filter, facet.filter)),
        };
      }),
    [facets, filters, rows, columns, search, viewer],
  );
  return (
    <Group gap={6} role="group" aria-label={label} data-guide={guide}>
      {buttons.map(({ label: name, others, withFacet, count, isActive }) => (
        <Button
          key={name}
          size="compact-sm"
          radius="xl"
          px={9}
          variant={isActive ? 'filled' : 'default'}
          aria-pressed={isActive}
          onClick={() => list.change({ filters: isActive ? others : withFacet })}
        >
          {name} {count !== undefined && numberText(count)}
        </Button>
      ))}
    </Group>
  );
}
