import { Radio, SimpleGrid, Stack, Text } from '@mantine/core';
import { isDay } from '#shared/core/dates.ts';
import { dayInWords } from '#shared/core/words.ts';
import {
  findDefaultFieldSide,
  type MergeFieldChoices,
  type MergeSideChoice,
} from './merge-choices.ts';

interface Properties<Field extends string> {
  names: Readonly<Record<Field, string>>;
  what: 'customers' | 'locations';
  values: Record<MergeSideChoice, { fields: Record<Field, string | null> }>;
  chosen: MergeFieldChoices<Field>;
  /** Customer whose values are preselected. */
  stays: MergeSideChoice;
  onChoose: (field: Field, choice: MergeSideChoice) => void;
}

function shown(value: string | null): string {
  if (value === null) return 'Not known';
  return isDay(value) ? dayInWords(value) : value;
}

/** Fields with different values, with both values side by side. */
export function FieldChoices<Field extends string>({
  names,
  what,
  values,
  chosen,
  stays,
  onChoose,
}: Properties<Field>) {
  const differing = (Object.keys(names) as Field[]).filter(
    (field) => values.one.fields[field] !== values.other.fields[field],
  );
  if (differing.length === 0)
    return (
      <Text size="sm" c="dimmed">
        Both {what} have the same values.
      </Text>
    );
  return (
    <Stack gap="sm">
      {differing.map((field) => (
        <Radio.Group
          key={field}
          label={names[field]}
          value={chosen[field] ?? findDefaultFieldSide(values, field, stays)}
          onChange={(value) => onChoose(field, value === 'other' ? 'other' : 'one')}
        >
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" mt={4}>
            {(['one', 'other'] as const).map((side) => (
              <Radio
                key={side}
                value={side}
                label={shown(values[side].fields[field])}
                styles={{ label: { overflowWrap: 'anywhere' } }}
              />
            ))}
          </SimpleGrid>
        </Radio.Group>
      ))}
    </Stack>
  );
}
