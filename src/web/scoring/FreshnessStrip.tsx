import { Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { exampleAges } from './example-ages.ts';

const FreshnessLine = lazy(async () => ({
  default: (await import('./FreshnessLine.tsx')).FreshnessLine,
}));

const placeholder = (
  <Text size="xs" aria-hidden style={{ visibility: 'hidden' }}>
    {`Official week ending Nov 21, 2026${exampleAges}`}
  </Text>
);

interface Properties {
  weekEnd: string | undefined;
  /** `true` when there is no week, and none is loading. */
  isUnavailable?: boolean;
}

/**
 * Shows when the figures on the page were last updated. A figure that is older than it should be is
 * amber.
 */
export function FreshnessStrip({ weekEnd, isUnavailable = false }: Properties) {
  if (weekEnd === undefined) return isUnavailable ? null : placeholder;
  return (
    <Suspense fallback={placeholder}>
      <FreshnessLine weekEnd={weekEnd} />
    </Suspense>
  );
}
