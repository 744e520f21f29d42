import { Button, SegmentedControl, Select, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { listUrlLimits } from '#shared/list/address.ts';
import type { ListColumnWithoutValue } from '#shared/list/column.ts';
import type { ListCondition, ListFilter } from '#shared/list/state.ts';
import { createSubmitHandler } from '../../sending/sending.ts';
import { BoundField } from './BoundField.tsx';
import {
  conditionLabel,
  convertConditionToKind,
  isConditionComplete,
  listOfferedConditions,
  removeFlagsOfMissingBounds,
} from './conditions.ts';
import { type FilterOption, OptionField } from './OptionField.tsx';
import { TextValuesField } from './TextValuesField.tsx';

interface Properties {
  column: ListColumnWithoutValue;
  filter: ListFilter | undefined;
  optionsOf: (column: string) => FilterOption[];
  onApply: (filter: ListFilter) => void;
}

/** Form for a filter condition. The fields depend on the column's kind. */
export function FilterEditor({ column, filter, optionsOf, onApply }: Properties) {
  const offered = listOfferedConditions(column);
  const [condition, setCondition] = useState<ListCondition>(
    () => filter ?? convertConditionToKind(offered[0]?.value ?? 'filled'),
  );

  // The submit event must not reach an enclosing form.
  const apply = createSubmitHandler(() => {
    if (isConditionComplete(condition))
      onApply({ ...removeFlagsOfMissingBounds(condition), column: column.key });
  });

  return (
    <form onSubmit={apply}>
      <Stack gap="sm">
        <Select
          label={column.label}
          description={column.hint}
          value={condition.kind}
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          data={offered}
          onChange={(next) => {
            const kind = offered.find(({ value }) => value === next)?.value;
            if (kind !== undefined) setCondition(convertConditionToKind(kind, condition));
          }}
        />
        <ConditionFields
          column={column}
          optionsOf={optionsOf}
          condition={condition}
          onChange={setCondition}
        />
        <Button type="submit" size="xs" disabled={!isConditionComplete(condition)}>
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
          aria-label={`${column.label} ${conditionLabel(column, condition.kind)}`}
          data-autofocus
          value={condition.text}
          maxLength={listUrlLimits.value}
          onChange={(event) => onChange({ kind: 'contains', text: event.currentTarget.value })}
        />
      );
    case 'text-one-of':
    case 'text-none-of':
      return (
        <TextValuesField
          label={`${column.label} ${conditionLabel(column, condition.kind)}`}
          findOptions={() => optionsOf(column.key)}
          values={condition.values}
          onChange={(values) => onChange({ kind: condition.kind, values })}
        />
      );
    case 'one-of':
    case 'none-of':
      return (
        <OptionField
          column={column}
          optionsOf={optionsOf}
          values={condition.values}
          onChange={(values) => onChange({ kind: condition.kind, values })}
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
        <Stack gap="xs">
          {(['from', 'to'] as const).map((end) => (
            <BoundField
              key={end}
              column={column}
              end={end}
              range={condition}
              onChange={(range) => onChange({ kind: 'range', ...range })}
            />
          ))}
        </Stack>
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
