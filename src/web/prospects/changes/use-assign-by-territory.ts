import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { countText } from '#shared/core/words.ts';
import type { ListedProspect } from '#shared/prospects/rows.ts';
import { useChangeProspects } from '../work-data.ts';

/**
 * Mutation that assigns prospects to the owners of their territories. A message tells how many
 * prospects were assigned and why the others were not.
 */
export function useAssignByTerritory() {
  const { mutateAsync } = useChangeProspects();
  return useMutation({
    mutationFn: (rows: readonly ListedProspect[]) =>
      mutateAsync({ rows, change: { action: 'assignByTerritory' } }),
    onSuccess: ({ prospects }, rows) => {
      const left = rows.length - prospects.length;
      notifications.show({
        title:
          prospects.length === 0
            ? 'No prospects assigned'
            : `Assigned ${countText(prospects.length, 'prospect')} by territory`,
        message:
          left === 0
            ? null
            : `${countText(left, 'prospect')} stayed the same: no territory with an active owner, or assigned to that owner already.`,
      });
    },
  });
}
