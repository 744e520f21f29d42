import { ActionIcon, Checkbox, Group, NativeSelect } from '@mantine/core';
import { IconSortAscending, IconSortDescending } from '@tabler/icons-react';
import { isNumericColumn, type ListColumn } from '#shared/list/column.ts';
import type { ListSort } from '#shared/list/state.ts';
import type { RowSelection } from './use-row-selection.ts';

interface Properties {
  columns: readonly ListColumn<never>[];
  sort: readonly ListSort[];
  onSort: (sort: ListSort[]) => void;
  /** `undefined` when rows cannot be selected. */
  selection: Pick<RowSelection<never>, 'allLabel' | 'isAll' | 'isSome' | 'markAll'> | undefined;
}

/** Controls above a list of cards: sort order and selection of all rows. */
export function CardListControls({ columns, sort: [first], onSort, selection }: Properties) {
  const Icon = first?.descending === true ? IconSortDescending : IconSortAscending;
  return (
    <Group gap="xs" wrap="nowrap" px="sm" py={6}>
      {selection !== undefined && (
        <Checkbox
          aria-label={selection.allLabel}
          checked={selection.isAll}
          indeterminate={!selection.isAll && selection.isSome}
          onChange={({ target }) => selection.markAll(target.checked)}
        />
      )}
      <NativeSelect
        aria-label="Sort by"
        flex={1}
        value={first?.column ?? ''}
        data={[
          { value: '', label: 'Sort by…' },
          ...columns.map(({ key, label }) => ({ value: key, label })),
        ]}
        onChange={({ currentTarget: { value } }) => {
          const column = columns.find(({ key }) => key === value);
          onSort(
            column === undefined
              ? []
              : [{ column: column.key, descending: isNumericColumn(column) }],
          );
        }}
      />
      <ActionIcon
        variant="default"
        size={36}
        aria-label={first?.descending === true ? 'Highest first' : 'Lowest first'}
        disabled={first === undefined}
        onClick={() => first !== undefined && onSort([{ ...first, descending: !first.descending }])}
      >
        <Icon size={18} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
