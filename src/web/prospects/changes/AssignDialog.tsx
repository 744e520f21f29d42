import { Button, Modal, Stack } from '@mantine/core';
import { useState } from 'react';
import type { Person } from '#shared/core/person.ts';
import type { ListedProspect } from '#shared/prospects/rows.ts';
import { DialogButtons } from '#web/ui/dialog/DialogButtons.tsx';
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts';
import { SendError } from '#web/ui/sending/SendError.tsx';
import { createSubmitHandler } from '#web/ui/sending/sending.ts';
import { PersonSelect } from '#web/work/PersonSelect.tsx';
import { prospectsText, useChangeProspects } from '../work-data.ts';

interface Properties {
  rows: readonly ListedProspect[];
  onDone?: () => void;
  onClose: () => void;
}

/** Dialog that assigns prospects to a user. */
export function AssignDialog({ rows, onDone, onClose }: Properties) {
  useFocusBack();
  const [person, setPerson] = useState<Person | null>(
    rows.length === 1 ? (rows[0]?.owner ?? null) : null,
  );
  const { mutate, isPending, error } = useChangeProspects();
  const send = () =>
    mutate(
      { rows, change: { action: 'assign', ownerId: person?.id ?? null } },
      {
        onSuccess: () => {
          onDone?.();
          onClose();
        },
      },
    );
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Assign ${prospectsText(rows)}`}
      size="sm"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={createSubmitHandler(send)}>
        <Stack>
          <PersonSelect label="Owner" value={person} onChange={setPerson} />
          <SendError error={error} />
          <DialogButtons onClose={onClose}>
            <Button
              type="submit"
              loading={isPending}
              disabled={person === null && rows.every(({ owner }) => owner === null)}
            >
              {person === null ? 'Remove owner' : 'Assign owner'}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}
