import { Popover, ScrollArea, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { foldText } from '#shared/core/text.ts';
import type { ListFilter } from '#shared/list/state.ts';
import { useFocusBack } from '../../dialog/use-focus-back.ts';
import { createSubmitHandler } from '../../sending/sending.ts';
import classes from '../list.module.css';
import type { FilterableColumn } from './conditions.ts';
import { FilterEditor } from './FilterEditor.tsx';
import type { FilterOption } from './OptionField.tsx';

interface Properties {
  /** Columns to choose from. For an existing filter, contains only the filter's own column. */
  columns: readonly FilterableColumn[];
  filter: ListFilter | undefined;
  optionsOf: (column: string) => FilterOption[];
  onApply: (filter: ListFilter) => void;
}

/** Content of a filter's popover: first a choice of column, then the condition. */
export function FilterDropdown({ columns, filter, optionsOf, onApply }: Properties) {
  useFocusBack();
  const [picked, setPicked] = useState<FilterableColumn>();
  const column = filter === undefined ? picked : columns[0];
  return (
    <Popover.Dropdown aria-label={column === undefined ? 'Add a filter' : `Filter ${column.label}`}>
      {column === undefined ? (
        <ColumnPicker columns={columns} onPick={setPicked} />
      ) : (
        <FilterEditor column={column} filter={filter} optionsOf={optionsOf} onApply={onApply} />
      )}
    </Popover.Dropdown>
  );
}

function ColumnPicker({
  columns,
  onPick,
}: {
  columns: readonly FilterableColumn[];
  onPick: (column: FilterableColumn) => void;
}) {
  const [text, setText] = useState('');
  const found = columns.filter(({ label }) => foldText(label).includes(foldText(text).trim()));
  return (
    <form
      onSubmit={createSubmitHandler(() => {
        if (found[0] !== undefined) onPick(found[0]);
      })}
    >
      <TextInput
        size="xs"
        mb="xs"
        data-autofocus
        aria-label="Find a column"
        placeholder="Filter by…"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <ScrollArea.Autosize mah={320} type="auto" offsetScrollbars="y">
        {found.map((column) => (
          <UnstyledButton
            key={column.key}
            className={classes.choice}
            onClick={() => onPick(column)}
          >
            {column.label}
          </UnstyledButton>
        ))}
        {found.length === 0 && (
          <Text size="sm" c="dimmed">
            No column matches.
          </Text>
        )}
      </ScrollArea.Autosize>
    </form>
  );
}
