import { Button, Modal, Stack, Text } from '@mantine/core';
import { countText } from '#shared/core/words.ts';
import type { ListedProspect } from '#shared/prospects/rows.ts';
import { DialogButtons } from '#web/ui/dialog/DialogButtons.tsx';
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts';
import { useAssignByTerritory } from './use-assign-by-territory.ts';

interface Properties {
  rows: readonly ListedProspect[];
  onDone: () => void;
  onClose: () => void;
}

/**
 * Dialog that assigns prospects to the owners of their territories. Prospects that have another
 * owner are assigned only if the user chooses so.
 */
export function AssignByTerritoryDialog({ rows, onDone, onClose }: Properties) {
  useFocusBack();
  const assign = useAssignByTerritory();
  const covered = rows.filter(({ territoryOwner }) => territoryOwner !== null);
  const unassigned = covered.filter(({ owner }) => owner === null);
  const assignable = covered.filter(({ owner, territoryOwner }) => owner?.name !== territoryOwner);
  const owned = assignable.length - unassigned.length;
  const send = (chosen: readonly ListedProspect[]) =>
    assign.mutate(chosen, {
      onSuccess: () => {
        onDone();
        onClose();
      },
    });
  const effects = [
    `${countText(unassigned.length, 'prospect')} without an owner`,
    `${countText(owned, 'prospect')} of another owner`,
    `${countText(rows.length - assignable.length, 'prospect')} that stay the same: no territory with an owner, or assigned to that owner already`,
  ];
  return (
    <Modal
      opened
      onClose={onClose}
      title="Assign by territory"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack>
        <Text size="sm">
          Assigns each prospect to the owner of its territory. Of the selected prospects:
        </Text>
        <Stack component="ul" gap={2} m={0} pl="lg">
          {effects.map((effect) => (
            <Text key={effect} component="li" size="sm">
              {effect}
            </Text>
          ))}
        </Stack>
        <DialogButtons onClose={onClose}>
          {owned > 0 && (
            <Button variant="default" loading={assign.isPending} onClick={() => send(assignable)}>
              Assign all {assignable.length}
            </Button>
          )}
          <Button
            loading={assign.isPending}
            disabled={unassigned.length === 0}
            onClick={() => send(unassigned)}
          >
            Assign {unassigned.length} without an owner
          </Button>
        </DialogButtons>
      </Stack>
    </Modal>
  );
}
