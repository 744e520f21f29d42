import { Button } from '@mantine/core';
import type { ReassignSource } from '#shared/success-ops/team/reassign/reassign.ts';
import { useReassigning } from './use-reassigning.ts';

/** Begins to move somebody's work to others; for admins alone. */
export function ReassignButton({ from, of }: { from: ReassignSource; of: string }) {
  const { isAdmin, begin } = useReassigning();
  if (!isAdmin) return null;
  return (
    <Button size="compact-xs" variant="subtle" aria-label={`Reassign the work of ${of}`} onClick={() => begin(from)}>
      Reassign
    </Button>
  );
}
