import { Text } from '@mantine/core';

interface Properties {
  value: number;
  /** After the figure: '%' or ' points'. */
  unit: string;
  digits?: number;
}

/** A change by sign, size and colour; a change too small to show is neither up nor down. */
export function Change({ value, unit, digits = 0 }: Properties) {
  const size = Math.abs(value).toFixed(digits);
  const shown = Number(size) === 0 ? 0 : value;
  const color = shown === 0 ? 'dimmed' : shown > 0 ? 'var(--tier-healthy)' : 'var(--tier-critical)';
  const sign = shown === 0 ? '±' : shown > 0 ? '+' : '−';
  return (
    <Text span inherit c={color} fw={500}>
      {sign}
      {size}
      {unit}
    </Text>
  );
}
