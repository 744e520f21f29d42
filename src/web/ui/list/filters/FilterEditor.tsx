import {
  Button,
  Checkbox,
  Group,
  NumberInput,
  ScrollArea,
  SegmentedControl,
  Select,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useState } from 'react';
import { foldText } from '#shared/core/text.ts';
import { numberText } from '#shared/core/words.ts';
import { isNumericColumn, type ListColumn } from '#shared/list/column.ts';
import { type ListCondition, type ListFilter, viewerFilterValue } from '#shared/list/state.ts';
import { createSubmitHandler } from '../../sending/sending.ts';
import { useViewerName } from '../viewer.ts';

/** Column definition without access to rows. */
export type FilteredColumn = Omit<ListColumn<never>, 'value'>;

/** Value of a column with its number of rows. */
export interface FilterOption {
  value: string;
  rows: number;
}

interface Properties {
  column: FilteredColumn;
  filter: ListFilter | undefined;
  optionsOf: (column: string) => FilterOption[];
  onApply: (filter: ListFilter) => void;
}

const defaultConditions = {
  text: 'contains',
  option: 'is any of',
  flag: 'is',
  date: 'is between',
} as const;

function firstCondition(column: FilteredColumn): ListCondition {
  if (isNumericColumn(column)) return { kind: 'range', from: null, to: null };
  if (column.kind === 'date') return { kind: 'dates', from: null, to: null };
  if (column.kind === 'flag') return { kind: 'is', value: true };
  return column.kind === 'option' ? { kind: 'one-of', values: [] } : { kind: 'contains', text: '' };
}

function isComplete(condition: ListCondition): boolean {
  if (condition.kind === 'contains') return condition.text.trim() !== '';
  if (condition.kind === 'one-of') return condition.values.length > 0;
  if (condition.kind === 'range' || condition.kind === 'dates')
    return condition.from !== null || condition.to !== null;
  return true;
}

/** Form for a filter condition. The fields depend on the column's kind. */
export function FilterEditor({ column, filter, optionsOf, onApply }: Properties) {
  const [condition, setCondition] = useState<ListCondition>(filter ?? firstCondition(column));
  const word = isNumericColumn(column)
    ? 'is between'
    : defaultConditions[column.kind as keyof typeof defaultConditions];
  const mode = condition.kind === 'empty' || condition.kind === 'filled' ? condition.kind : 'usual';

  // The submit event must not reach an enclosing form.
  const apply = createSubmitHandler(() => {
    if (isComplete(condition)) onApply({ ...condition, column: column.key });
  });

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
            { value: 'empty', label: 'is unknown' },
            { value: 'filled', label: 'is known' },
          ]}
          onChange={(next) =>
            setCondition(
              next === 'empty' || next === 'filled' ? { kind: next } : firstCondition(column),
            )
          }
        />
        <ConditionFields
          column={column}
          optionsOf={optionsOf}
          condition={condition}
          onChange={setCondition}
        />
        <Button type="submit" size="xs" disabled={!isComplete(condition)}>
          Apply
        </Button>
      </Stack>
    </form>
  );
}

interface FieldProperties extends Pick<Properties, 'column' | 'optionsOf'> {
  condition: ListCondition;
  onChange: (condition: ListCondition) => void;
}

function ConditionFields({ column, optionsOf, condition, onChange }: FieldProperties) {
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
        <OptionField
          label={column.label}
          isPerson={column.isPerson === true}
          options={optionsOf(column.key)}
          values={condition.values}
          onChange={(values) => onChange({ kind: 'one-of', values })}
        />
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
              prefix={column.prefix ?? ''}
              suffix={column.unit ?? (column.kind === 'percent' ? '%' : '')}
              onChange={(value) =>
                onChange({ ...condition, [end]: typeof value === 'number' ? value : null })
              }
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
              onChange={(event) =>
                onChange({ ...condition, [end]: event.currentTarget.value || null })
              }
            />
          ))}
        </Stack>
      );
    default:
      return null;
  }
}

const manyOptions = 10;

interface OptionProperties {
  label: string;
  isPerson: boolean;
  options: readonly FilterOption[];
  values: readonly string[];
  onChange: (values: string[]) => void;
}

function OptionField({ label, isPerson, options, values, onChange }: OptionProperties) {
  const [text, setText] = useState('');
  const viewer = useViewerName();
  const matching = options.filter(({ value }) => foldText(value).includes(foldText(text).trim()));
  return (
    <Stack gap="xs">
      {options.length > manyOptions && (
        <TextInput
          aria-label={`Find in ${label}`}
          placeholder="Find"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      <ScrollArea.Autosize mah={240} type="auto">
        <Checkbox.Group value={[...values]} onChange={onChange} aria-label={label}>
          <Stack gap={8} py={2}>
            {isPerson && viewer !== null && (
              <OptionBox
                value={viewerFilterValue}
                label="Me"
                rows={options.find(({ value }) => value === viewer)?.rows ?? 0}
              />
            )}
            {matching.map(({ value, rows }) => (
              <OptionBox key={value} value={value} label={value} rows={rows} />
            ))}
          </Stack>
        </Checkbox.Group>
        {matching.length === 0 && (
          <Text size="sm" c="dimmed">
            None
          </Text>
        )}
      </ScrollArea.Autosize>
    </Stack>
  );
}

function OptionBox({ value, label, rows }: FilterOption & { label: string }) {
  return (
    <Checkbox
      value={value}
      size="sm"
      label={
        <>
          {label}{' '}
          <Text span inherit c="dimmed">
            {numberText(rows)}
          </Text>
        </>
      }
    />
  );
}
