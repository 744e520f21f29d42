import { Popover } from '@mantine/core';
import { useState } from 'react';
import type { ListColumnWithoutValue } from '#shared/list/column.ts';
import type { ListFilter } from '#shared/list/state.ts';
import { useFocusBack } from '../../dialog/use-focus-back.ts';
import { ColumnPicker } from './ColumnPicker.tsx';
import { FilterEditor } from './FilterEditor.tsx';
import type { FilterOption } from './OptionField.tsx';

interface Properties {
  /** Columns to choose from. For an existing filter, contains only the filter's own column. */
  columns: readonly ListColumnWithoutValue[];
  filter: ListFilter | undefined;
  optionsOf: (column: string) => FilterOption[];
  onApply: (filter: ListFilter) => void;
}

/** Content of a filter's popover: first a choice of column, then the condition. */
export function FilterDropdown({ columns, filter, optionsOf, onApply }: Properties) {
  useFocusBack();
  const [picked, setPicked] = useState<ListColumnWithoutValue>();
  const column = filter === undefined ? picked : columns[0];
  // A new key makes the popover focus its first field again.
  return (
    <Popover.Dropdown key={column?.key ?? 'columns'}>
      {column === undefined ? (
        <ColumnPicker columns={columns} onPick={setPicked} />
      ) : (
        <FilterEditor column={column} filter={filter} optionsOf={optionsOf} onApply={onApply} />
      )}
    </Popover.Dropdown>
  );
}
