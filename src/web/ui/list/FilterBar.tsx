import { ActionIcon, Button, Group, Menu, Popover, ScrollArea } from '@mantine/core';
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
  const [column, setColumn] = useState<ListColumn<Row>>();
  const taken = new Set(list.state.filters.map((filter) => filter.column));
  return (
    <Popover opened={column !== undefined} onChange={() => setColumn(undefined)} width={290} position="bottom-start" trapFocus shadow="md">
      <Popover.Target>
        <span>
          <Menu position="bottom-start" width={240} shadow="md">
            <Menu.Target>
              <Button variant="default" size="compact-sm" leftSection={<IconFilterPlus size={14} aria-hidden />}>
                Add filter
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <ScrollArea.Autosize mah={340} type="auto">
                {list.columns
                  .filter(({ key }) => !taken.has(key))
                  .map((each) => (
                    <Menu.Item key={each.key} onClick={() => setColumn(each)}>
                      {each.label}
                    </Menu.Item>
                  ))}
              </ScrollArea.Autosize>
            </Menu.Dropdown>
          </Menu>
        </span>
      </Popover.Target>
      {column && (
        <Popover.Dropdown aria-label={`Filter ${column.label}`}>
          <FilterEditor
            column={column}
            rows={list.rows ?? []}
            filter={undefined}
            onApply={(filter) => {
              setColumn(undefined);
              onApply(filter);
            }}
          />
        </Popover.Dropdown>
      )}
    </Popover>
  );
}
