import { Popover, Skeleton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { SentPlan } from '#shared/assistant/plan.ts';
import { parseList } from '#shared/list/address.ts';
import type { ListColumnWithoutValue } from '#shared/list/column.ts';
import { filterText } from '#shared/list/filter-text.ts';
import type { ListFilter } from '#shared/list/state.ts';
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts';
import { ColumnPicker } from '#web/ui/list/filters/ColumnPicker.tsx';
import { FilterEditor } from '#web/ui/list/filters/FilterEditor.tsx';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { LoadingSkeleton } from '#web/ui/page/LoadingSkeleton.tsx';
import { planColumnsQuery } from '../data.ts';
import { putFilter } from './change-plan.ts';

interface Properties {
  plan: SentPlan;
  /** Column of the filter to change; `null` to choose a column for a new filter. */
  column: string | null;
  /** Called with the changed plan and the filter in words. */
  onApply: (plan: SentPlan, change: string) => void;
}

/** Content of a filter's popover: first a choice of column, if needed, then the condition. */
export function PlanFilterDropdown({ plan, column, onApply }: Properties) {
  useFocusBack();
  const [picked, setPicked] = useState(column);
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...planColumnsQuery(plan, picked),
    placeholderData: keepPreviousData,
  });
  const values = data?.values;
  const optionsOf = useCallback(() => values ?? [], [values]);
  const chosen = isPlaceholderData ? undefined : data?.columns.find(({ key }) => key === picked);

  if (data === undefined)
    return (
      <Popover.Dropdown key={error === null ? 'loading' : 'error'}>
        {error === null ? (
          <LoadingSkeleton label="Loading the filter">
            <Skeleton h={120} />
          </LoadingSkeleton>
        ) : (
          <ErrorState
            title="Couldn’t load the filter"
            error={error}
            onRetry={() => void refetch()}
          />
        )}
      </Popover.Dropdown>
    );
  const { filters } = parseList(new URLSearchParams(plan.state), data.columns).state;
  // A new key makes the popover focus its first field again.
  return (
    <Popover.Dropdown key={chosen?.key ?? 'columns'}>
      {chosen === undefined ? (
        <ColumnPicker
          columns={columnsWithout(filters, data.columns)}
          onPick={({ key }) => setPicked(key)}
        />
      ) : (
        <FilterEditor
          column={chosen}
          filter={filters.find((filter) => filter.column === chosen.key)}
          optionsOf={optionsOf}
          onApply={(filter) => onApply(putFilter(plan, filter), filterText(chosen, filter))}
        />
      )}
    </Popover.Dropdown>
  );
}

const columnsWithout = (
  filters: readonly ListFilter[],
  columns: readonly ListColumnWithoutValue[],
): ListColumnWithoutValue[] =>
  columns.filter(({ key }) => !filters.some(({ column }) => column === key));
