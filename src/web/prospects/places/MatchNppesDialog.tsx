import { Button, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { postNppesMatch } from '#shared/prospects/places.ts';
import type { ListedProspect } from '#shared/prospects/rows.ts';
import { call } from '#web/core/api.ts';
import { DialogButtons } from '#web/ui/dialog/DialogButtons.tsx';
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts';
import { SendError } from '#web/ui/sending/SendError.tsx';
import { createSubmitHandler } from '#web/ui/sending/sending.ts';
import { useSaveFacts } from '../work-data.ts';
import { NppesRecordPicker } from './NppesRecordPicker.tsx';

interface Properties {
  prospect: ListedProspect;
  onClose: () => void;
}

/** Dialog to take the unknown facts of a prospect from its record in the registry of providers. */
export function MatchNppesDialog({ prospect, onClose }: Properties) {
  useFocusBack();
  const [name, setName] = useState(prospect.name);
  const [npi, setNpi] = useState('');
  const save = useSaveFacts<{ npi: string }>(
    prospect,
    (body) => call(postNppesMatch, { params: { prospectId: prospect.prospectId }, body }),
    onClose,
  );
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Match the NPPES record of ${prospect.name}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form
        onSubmit={createSubmitHandler(() => npi !== '' && !save.isPending && save.mutate({ npi }))}
      >
        <Stack>
          <Text size="sm">
            NPPES is the federal registry of providers. The record you choose fills in unknown
            facts. Values from users or files don’t change.
          </Text>
          <TextInput
            label="Name"
            data-autofocus
            maxLength={200}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <NppesRecordPicker name={name} npi={npi} onChoose={setNpi} />
          <SendError error={save.error} />
          <DialogButtons onClose={onClose}>
            <Button type="submit" loading={save.isPending} disabled={npi === ''}>
              Fill in facts
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}
