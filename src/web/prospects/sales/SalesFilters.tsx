import { Group } from '@mantine/core';
import { useRef } from 'react';
import { formatListQueryString } from '#shared/list/address.ts';
import type { ListState } from '#shared/list/state.ts';
import type { ListedProspect } from '#shared/prospects/rows.ts';
import { FilterBar } from '#web/ui/list/filters/FilterBar.tsx';
import { QuickFilterButtons } from '#web/ui/list/QuickFilterButtons.tsx';
import { SearchField } from '#web/ui/list/SearchField.tsx';
import type { ListStateControl } from '#web/ui/list/use-list.ts';
import { SavedViewsMenu } from '#web/ui/list/views/SavedViewsMenu.tsx';
import { salesQuickFilters } from '../quick-filters.ts';
import { prospectOptionsQuery } from '../work-data.ts';

/** Search, quick filters, filters and saved views of the sales board. */
export function SalesFilters({ control }: { control: ListStateControl<ListedProspect> }) {
  const searchField = useRef<HTMLInputElement>(null);
  const list = {
    ...control,
    rows: undefined,
    remote: {
      optionsQuery: (selection: Pick<ListState, 'search' | 'filters'>) =>
        prospectOptionsQuery(formatListQueryString(selection)),
    },
  };
  return (
    <Group gap="sm" data-guide="sales-filters">
      <SearchField
        field={searchField}
        label="Search prospects"
        value={control.state.search}
        onChange={(search) => control.change({ search }, { replace: true })}
      />
      <QuickFilterButtons
        list={list}
        label="Quick filters"
        facets={salesQuickFilters}
        guide="sales-facets"
      />
      <FilterBar list={list} />
      <SavedViewsMenu list={control} />
    </Group>
  );
}
