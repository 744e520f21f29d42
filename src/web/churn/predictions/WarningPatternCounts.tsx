import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { patternKeys, patternNames } from '#shared/churn/patterns/pattern-names.ts';
import type { PredictionRow } from '#shared/churn/predictions/rows.ts';
import { numberText } from '#shared/core/words.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { RowsLink } from '#web/ui/rows/RowsLink.tsx';

const atFirst = 5;

/**
 * Number of customers with each warning pattern, most frequent first. Each number links to its
 * customers.
 */
export function WarningPatternCounts({ rows }: { rows: readonly PredictionRow[] }) {
  const [showsAll, setShowsAll] = useState(false);
  const counts = patternKeys
    .map((key) => ({
      key,
      count: rows.filter(({ evidence }) => evidence.some(({ pattern }) => pattern === key)).length,
    }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count);
  if (counts.length === 0) return null;
  return (
    <Group gap="xs" component="section" aria-label="Patterns" data-guide="churn-frequency">
      <Text size="sm" c="dimmed">
        Patterns <MetricInfo metric="churnPatterns" />
      </Text>
      {(showsAll ? counts : counts.slice(0, atFirst)).map(({ key, count }) => (
        <Text key={key} size="sm">
          {patternNames[key]}{' '}
          <RowsLink
            filters={[{ column: 'patterns', kind: 'contains', text: patternNames[key] }]}
            of={`customers: ${patternNames[key]}`}
            size="sm"
          >
            {numberText(count)}
          </RowsLink>
        </Text>
      ))}
      {counts.length > atFirst && !showsAll && (
        <Button variant="subtle" size="compact-xs" onClick={() => setShowsAll(true)}>
          {counts.length - atFirst} more
        </Button>
      )}
    </Group>
  );
}
