import { Paper, Skeleton, Stack } from '@mantine/core';
import type { ReactNode } from 'react';

/**
 * Placeholder in the shape of the content that is loading, which avoids layout shifts. `label`
 * tells screen readers what is loading.
 */
export function LoadingSkeleton({
  label,
  gap = 'lg',
  children,
}: {
  label: string;
  gap?: string;
  children: ReactNode;
}) {
  return (
    <Stack gap={gap} role="status" aria-label={label}>
      {children}
    </Stack>
  );
}

/** Placeholder of a page section: a heading, with space for the content below. */
export function SkeletonBlock({ height }: { height: number }) {
  return (
    <Paper p="md" bg="var(--surface)" aria-hidden>
      <Skeleton h={18} w="min(240px, 60%)" mb="md" />
      <Skeleton h={height - 66} />
    </Paper>
  );
}

/** Placeholder of table rows. */
export function SkeletonRows({ rows, height = 40 }: { rows: number; height?: number }) {
  return (
    <div aria-hidden>
      {Array.from({ length: rows }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change their order
        <Skeleton key={at} h={10} my={(height - 10) / 2} w={`${60 + ((at * 13) % 36)}%`} />
      ))}
    </div>
  );
}
