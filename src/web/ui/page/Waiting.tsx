import { Paper, Skeleton, Stack } from '@mantine/core';
import type { ReactNode } from 'react';

/** Stands where something will, in its shape, so that nothing moves when it comes; the label says what is on its way. */
export function Waiting({ label, gap = 'lg', children }: { label: string; gap?: string; children: ReactNode }) {
  return (
    <Stack gap={gap} role="status" aria-label={label}>
      {children}
    </Stack>
  );
}

/** A part of a page on its own ground: a heading, and room for the rest. */
export function WaitingPart({ height }: { height: number }) {
  return (
    <Paper p="md" bg="var(--surface)" aria-hidden>
      <Skeleton h={18} w="min(240px, 60%)" mb="md" />
      <Skeleton h={height - 66} />
    </Paper>
  );
}

/** The rows of a table. */
export function WaitingRows({ rows, height = 40 }: { rows: number; height?: number }) {
  return (
    <div aria-hidden>
      {Array.from({ length: rows }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: these rows never change their places
        <Skeleton key={at} h={10} my={(height - 10) / 2} w={`${60 + ((at * 13) % 36)}%`} />
      ))}
    </div>
  );
}
