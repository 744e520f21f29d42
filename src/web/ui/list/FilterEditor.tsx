import { Button, Checkbox, Group, NumberInput, ScrollArea, SegmentedControl, Select, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { optionsIn } from '#shared/list/apply.ts';
import { isNumeric, type ListColumn } from '#shared/list/column.ts';
import type { ListCondition, ListFilter } from '#shared/list/state.ts';

interface Properties<Row> {
  column: ListColumn<Row>;
  rows: readonly Row[];
  filter: ListFilter | undefined;
  onApply: (filter: ListFilter) => void;
}

const usualWords = { text: 'contains', option: 'is any of', flag: 'is', date: 'is between' } as const;

function firstCondition<Row>(column: ListColumn<Row>): ListCondition {
  if (isNumeric(column)) return { kind: 'range', from: null, to: null };
  if (column.kind === 'date') return { kind: 'dates', from: null, to: null };
  if (column.kind === 'flag') return { kind: 'is', value: true };
  return column.kind === 'option' ? { kind: 'one-of', values: [] } : { kind: 'contains', text: '' };
}

function isComplete(condition: ListCondition): boolean {
  if (condition.kind === 'contains') return condition.text.trim() !== '';
  if (condition.kind === 'one-of') return condition.values.length > 0;
  if (condition.kind === 'range' || condition.kind === 'dates') return condition.from !== null || condition.to !== null;
  return true;
}

/** What a column's values have to be, by the column's kind. */
export function FilterEditor<Row>({ column, rows, filter, onApply }: Properties<Row>) {
  const [condition, setCondition] = useState<ListCondition>(filter ?? firstCondition(column));
  const word = isNumeric(column) ? 'is between' : usualWords[column.kind as keyof typeof usualWords];
  const mode = condition.kind === 'empty' || condition.kind === 'filled' ? condition.kind : 'usual';

  function apply(event: FormEvent) {
    event.preventDefault();
    if (isComplete(condition)) onApply({ ...condition, column: column.key });
  }

  return (
    <form onSubmit={apply}>
      <Stack gap="sm">
        <Select
          label={column.label}
          description={column.hint}
          value={mode}
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          data={[
            { value: 'usual', label: word },
            { value: 'empty', label: 'is not known' },
            { value: 'filled', label: 'is known' },
          ]}
          onChange={(next) => setCondition(next === 'empty' || next === 'filled' ? { kind: next } : firstCondition(column))}
        />
        <ConditionFields column={column} rows={rows} condition={condition} onChange={setCondition} />
        <Button type="submit" size="xs" disabled={!isComplete(condition)}>
          Apply
        </Button>
      </Stack>
    </form>
  );
}

interface FieldProperties<Row> {
  column: ListColumn<Row>;
  rows: readonly Row[];
  condition: ListCondition;
  onChange: (condition: ListCondition) => void;
}

function ConditionFields<Row>({ column, rows, condition, onChange }: FieldProperties<Row>) {
  switch (condition.kind) {
    case 'contains':
      return (
        <TextInput
          aria-label={`${column.label} contains`}
          data-autofocus
          value={condition.text}
          maxLength={200}
          onChange={(event) => onChange({ kind: 'contains', text: event.currentTarget.value })}
        />
      );
    case 'one-of':
      return (
        <OptionField column={column} rows={rows} values={condition.values} onChange={(values) => onChange({ kind: 'one-of', values })} />
      );
    case 'is':
      return (
        <SegmentedControl
          aria-label={column.label}
          value={condition.value ? 'yes' : 'no'}
          data={[
            { value: 'yes', label: 'Yes' },
            { value: 'no', label: 'No' },
          ]}
          onChange={(value) => onChange({ kind: 'is', value: value === 'yes' })}
        />
      );
    case 'range':
      return (
        <Group gap="xs" grow wrap="nowrap">
          {(['from', 'to'] as const).map((end) => (
            <NumberInput
              key={end}
              label={end === 'from' ? 'From' : 'To'}
              value={condition[end] ?? ''}
              decimalScale={2}
              hideControls
              suffix={column.unit ?? (column.kind === 'percent' ? '%' : '')}
              onChange={(value) => onChange({ ...condition, [end]: typeof value === 'number' ? value : null })}
            />
          ))}
        </Group>
      );
    case 'dates':
      return (
        <Stack gap="xs">
          {(['from', 'to'] as const).map((end) => (
            <TextInput
              key={end}
              type="date"
              label={end === 'from' ? 'From' : 'Until'}
              value={condition[end] ?? ''}
              onChange={(event) => onChange({ ...condition, [end]: event.currentTarget.value || null })}
            />
          ))}
        </Stack>
      );
    default:
      return null;
  }
}

const manyOptions = 10;

interface OptionProperties<Row> {
  column: ListColumn<Row>;
  rows: readonly Row[];
  values: readonly string[];
  onChange: (values: string[]) => void;
}

function OptionField<Row>({ column, rows, values, onChange }: OptionProperties<Row>) {
  const [wanted, setWanted] = useState('');
  const options = optionsIn(rows, column);
  const shown = options.filter(({ value }) => value.toLowerCase().includes(wanted.trim().toLowerCase()));
  return (
    <Stack gap="xs">
      {options.length > manyOptions && (
        <TextInput
          aria-label={`Find in ${column.label}`}
          placeholder="Find"
          value={wanted}
          onChange={(event) => setWanted(event.currentTarget.value)}
        />
      )}
      <ScrollArea.Autosize mah={240} type="auto">
        <Checkbox.Group value={[...values]} onChange={onChange} aria-label={column.label}>
          <Stack gap={8} py={2}>
            {shown.map(({ value, rows: count }) => (
              <Checkbox
                key={value}
                value={value}
                size="sm"
                label={
                  <>
                    {value}{' '}
                    <Text span inherit c="dimmed">
                      {count.toLocaleString('en-US')}
                    </Text>
                  </>
                }
              />
            ))}
          </Stack>
        </Checkbox.Group>
        {shown.length === 0 && (
          <Text size="sm" c="dimmed">
            None
          </Text>
        )}
      </ScrollArea.Autosize>
    </Stack>
  );
}
