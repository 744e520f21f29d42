import { Button } from '@mantine/core';
import type { ReassignSource } from '#shared/team/reassign/reassign.ts';
import { useReassignedPersonFromUrl } from './use-reassigning.ts';

/** Button that opens the reassign dialog. Renders nothing for users who aren't admins. */
export function ReassignButton({ from, of }: { from: ReassignSource; of: string }) {
  const { isAdmin, begin } = useReassignedPersonFromUrl();
  if (!isAdmin) return null;
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      aria-label={`Reassign work of ${of}`}
      onClick={() => begin(from)}
    >
      Reassign
    </Button>
  );
}
