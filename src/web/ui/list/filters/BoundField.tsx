import { Group, NativeSelect, NumberInput } from '@mantine/core';
import type { ListColumnWithoutValue } from '#shared/list/column.ts';
import type { NumberRange } from '#shared/list/state.ts';

const bounds = {
  from: { label: 'From', choice: 'Lower bound', included: 'at least', excluded: 'over' },
  to: { label: 'To', choice: 'Upper bound', included: 'at most', excluded: 'under' },
} as const;

interface BoundProperties {
  column: ListColumnWithoutValue;
  end: keyof typeof bounds;
  range: NumberRange;
  onChange: (range: NumberRange) => void;
}

/**
 * Field for a bound of a range of numbers. The user chooses whether the bound belongs to the range.
 */
export function BoundField({ column, end, range, onChange }: BoundProperties) {
  const { label, choice, included, excluded } = bounds[end];
  const mark = end === 'from' ? 'isFromExclusive' : 'isToExclusive';
  function choose(word: string) {
    const { [mark]: _, ...rest } = range;
    onChange(word === excluded ? { ...rest, [mark]: true } : rest);
  }
  return (
    <Group gap="xs" wrap="nowrap">
      <NativeSelect
        aria-label={choice}
        w={108}
        data={[included, excluded]}
        value={range[mark] ? excluded : included}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      <NumberInput
        aria-label={label}
        flex={1}
        value={range[end] ?? ''}
        decimalScale={2}
        hideControls
        prefix={column.prefix ?? ''}
        suffix={column.unit ?? (column.kind === 'percent' ? '%' : '')}
        onChange={(value) =>
          onChange({ ...range, [end]: typeof value === 'number' ? value : null })
        }
      />
    </Group>
  );
}
