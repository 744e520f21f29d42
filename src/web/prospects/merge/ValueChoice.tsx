import { Radio, SimpleGrid, Stack, Text } from '@mantine/core';
import { type PairSide, pairSides } from './merge-choices.ts';

interface Value {
  /** `null` when the value is unknown. */
  text: string | null;
  /** Source and day of the value; '' without a source. */
  note: string;
}

interface Properties {
  label: string;
  values: Record<PairSide, Value>;
  chosen: PairSide;
  /** `true` when the chosen value is settled. */
  isFixed: boolean;
  onChoose: (side: PairSide) => void;
}

/** Values of both prospects side by side, with a choice when both are known and differ. */
export function ValueChoice({ label, values, chosen, isFixed, onChoose }: Properties) {
  const { one, other } = values;
  const canChoose = one.text !== null && other.text !== null && one.text !== other.text;
  if (canChoose)
    return (
      <Radio.Group
        label={label}
        value={chosen}
        onChange={(value) => onChoose(value === 'other' ? 'other' : 'one')}
      >
        <SimpleGrid cols={2} spacing="md" mt={4}>
          {pairSides.map((side) => (
            <Radio
              key={side}
              value={side}
              label={values[side].text}
              description={values[side].note}
              disabled={isFixed && side !== chosen}
              styles={{ label: { overflowWrap: 'anywhere' } }}
            />
          ))}
        </SimpleGrid>
      </Radio.Group>
    );
  return (
    <div>
      <Text size="sm" fw={600}>
        {label}
      </Text>
      <SimpleGrid cols={2} spacing="md" mt={4}>
        {pairSides.map((side) => (
          <Stack key={side} gap={0}>
            <Text
              size="sm"
              {...(values[side].text === null && { c: 'dimmed' })}
              style={{ overflowWrap: 'anywhere' }}
            >
              {values[side].text ?? 'Unknown'}
            </Text>
            {values[side].text !== null && (
              <Text size="xs" c="dimmed">
                {values[side].note}
              </Text>
            )}
          </Stack>
        ))}
      </SimpleGrid>
    </div>
  );
}
