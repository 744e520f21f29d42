import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconArrowBackUp } from '@tabler/icons-react';
import { SendError } from '#web/ui/sending/SendError.tsx';
import { useUndoMerge } from './data.ts';

/** Button that undoes a merge. A toast shows the values that changed since and therefore stay. */
export function UndoMergeButton({ mergeId }: { mergeId: string }) {
  const undo = useUndoMerge((message) => notifications.show({ title: 'Merge undone', message }));
  return (
    <>
      <Button
        size="compact-xs"
        variant="default"
        mt={4}
        leftSection={<IconArrowBackUp size={14} aria-hidden />}
        loading={undo.isPending}
        onClick={() => undo.mutate(mergeId)}
      >
        Undo merge
      </Button>
      <SendError error={undo.error} />
    </>
  );
}
