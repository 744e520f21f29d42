import { Text } from '@mantine/core';
import { defaultHealthRules } from '#shared/health.ts';
import { percentChange } from '#shared/health-rules.ts';
import { signedText } from '#shared/list/column.ts';
import { Change } from '#web/ui/Change.tsx';

/** A change in percent; inside the flat band it is grey, because it says nothing. */
export function PercentChange({ from, to }: { from: number | null; to: number | null }) {
  const change = percentChange(from, to);
  if (change !== null && Math.abs(change) > defaultHealthRules.flatBand) return <Change value={change} unit="%" digits={1} />;
  return (
    <Text span inherit c="dimmed">
      {change === null ? '–' : signedText(change, '%', 1)}
    </Text>
  );
}

/** A product score or a median of them in whole percent; '–' where there is none. */
export const scoreText = (score: number | null): string => (score === null ? '–' : `${Math.round(score)}%`);
