import { ActionIcon, Button, Group, Popover, ScrollArea, Text, TextInput, UnstyledButton } from '@mantine/core';
import { IconFilterPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { ListColumn } from '#shared/list/column.ts';
import type { ListFilter } from '#shared/list/state.ts';
import { FilterEditor } from './FilterEditor.tsx';
import { filterText } from './filter-text.ts';
import classes from './list.module.css';
import type { ListControl } from './use-list.ts';

/** The filters that hold, each to edit or remove, and the way to another. */
export function FilterBar<Row>({ list }: { list: ListControl<Row> }) {
  const { filters } = list.state;
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
              column={column}
              filter={filter}
              rows={list.rows ?? []}
              onApply={put}
              onRemove={() => list.change({ filters: filters.filter((each) => each !== filter) })}
            />
          )
        );
      })}
      <AddFilter list={list} onApply={put} />
      {(filters.length > 0 || list.state.search !== '') && (
        <Button variant="subtle" color="gray" size="compact-sm" onClick={list.clear}>
          Clear all
        </Button>
      )}
    </Group>
  );
}

interface ChipProperties<Row> {
  column: ListColumn<Row>;
  filter: ListFilter;
  rows: readonly Row[];
  onApply: (filter: ListFilter) => void;
  onRemove: () => void;
}

function FilterChip<Row>({ column, filter, rows, onApply, onRemove }: ChipProperties<Row>) {
  const [opened, setOpened] = useState(false);
  const text = filterText(column, filter);
  return (
    <Popover opened={opened} onChange={setOpened} width={290} position="bottom-start" trapFocus shadow="md">
      <span className={classes.chip}>
        <Popover.Target>
          <button type="button" className={classes.chipText} aria-label={`Edit filter ${text}`} onClick={() => setOpened(!opened)}>
            {text}
          </button>
        </Popover.Target>
        <ActionIcon variant="transparent" color="gray" size={22} aria-label={`Remove filter ${text}`} onClick={onRemove}>
          <IconX size={13} aria-hidden />
        </ActionIcon>
      </span>
      <Popover.Dropdown aria-label={`Filter ${column.label}`}>
        <FilterEditor
          column={column}
          rows={rows}
          filter={filter}
          onApply={(next) => {
            setOpened(false);
            onApply(next);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

function AddFilter<Row>({ list, onApply }: { list: ListControl<Row>; onApply: (filter: ListFilter) => void }) {
  const [opened, setOpened] = useState(false);
  const [column, setColumn] = useState<ListColumn<Row>>();
  function turn(next: boolean) {
    setColumn(undefined);
    setOpened(next);
  }
  return (
    <Popover opened={opened} onChange={turn} width={290} position="bottom-start" trapFocus shadow="md">
      <Popover.Target>
        <Button variant="default" size="compact-sm" leftSection={<IconFilterPlus size={14} aria-hidden />} onClick={() => turn(!opened)}>
          Add filter
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={column === undefined ? 'Add a filter' : `Filter ${column.label}`}>
        {column === undefined ? (
          <ColumnPicker list={list} onPick={setColumn} />
        ) : (
          <FilterEditor
            column={column}
            rows={list.rows ?? []}
            filter={undefined}
            onApply={(filter) => {
              turn(false);
              onApply(filter);
            }}
          />
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

function ColumnPicker<Row>({ list, onPick }: { list: ListControl<Row>; onPick: (column: ListColumn<Row>) => void }) {
  const [wanted, setWanted] = useState('');
  const taken = new Set(list.state.filters.map((filter) => filter.column));
  const free = list.columns.filter(({ key, label }) => !taken.has(key) && label.toLowerCase().includes(wanted.trim().toLowerCase()));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (free[0] !== undefined) onPick(free[0]);
      }}
    >
      <TextInput
        size="xs"
        mb="xs"
        data-autofocus
        aria-label="Find a column"
        placeholder="Filter by…"
        value={wanted}
        onChange={(event) => setWanted(event.currentTarget.value)}
      />
      <ScrollArea.Autosize mah={320} type="auto" offsetScrollbars="y">
        {free.map((column) => (
          <UnstyledButton key={column.key} className={classes.choice} onClick={() => onPick(column)}>
            {column.label}
          </UnstyledButton>
        ))}
        {free.length === 0 && (
          <Text size="sm" c="dimmed">
            No column is called so.
          </Text>
        )}
      </ScrollArea.Autosize>
    </form>
  );
}
