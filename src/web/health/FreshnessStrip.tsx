import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ageText } from '#shared/core/dates.ts';
import { dayInWords } from '#shared/core/words.ts';
import { benchmarksQuery } from './data.ts';

const hours = 3_600_000;
/** Twice the promised interval is late. */
const late = { provisionalAt: 48 * hours, usageAt: 12 * hours, benchmarksAt: 12 * hours } as const;
const words = { provisionalAt: 'provisional', usageAt: 'usage', benchmarksAt: 'benchmarks' } as const;

/** When the figures above were last made; amber where one is older than it should be. */
export function FreshnessStrip({ weekEnd }: { weekEnd: string }) {
  const { data } = useQuery(benchmarksQuery);
  const now = Date.now();
  return (
    <Text size="xs" c="dimmed" data-guide="freshness">
      Official week ending {dayInWords(weekEnd)}
      {data !== undefined &&
        (['provisionalAt', 'usageAt', 'benchmarksAt'] as const).map((key) => {
          const made = data.freshness[key];
          if (made === null) return null;
          const age = now - Date.parse(made);
          return (
            <Text key={key} span inherit c={age > late[key] ? 'var(--tier-medium)' : 'dimmed'}>
              {' · '}
              {words[key]} {ageText(age)}
            </Text>
          );
        })}
    </Text>
  );
}
