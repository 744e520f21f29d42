import { Text } from '@mantine/core';
import { roundToColumn, signedText } from '#shared/list/column.ts';

interface Properties {
  value: number;
  /** Text after the number: `%` or ` points`. */
  unit: string;
  digits?: number;
}

/** Signed change, colored by direction. A change that rounds to zero is neutral. */
export function Change({ value, unit, digits = 0 }: Properties) {
  const rounded = roundToColumn({ digits }, value);
  const color =
    rounded === 0 ? 'dimmed' : rounded > 0 ? 'var(--tier-healthy)' : 'var(--tier-critical)';
  return (
    <Text span inherit c={color} fw={500}>
      {signedText(value, unit, digits)}
    </Text>
  );
}
