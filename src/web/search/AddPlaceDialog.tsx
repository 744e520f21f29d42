import { Button, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { DiscoveredPlace, Prospect } from '#shared/prospects/prospects.ts';
import { addProspectMutation } from '#web/prospects/data.ts';
import { NppesRecordPicker } from '#web/prospects/places/NppesRecordPicker.tsx';
import { DialogButtons } from '#web/ui/dialog/DialogButtons.tsx';
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts';
import { SendError } from '#web/ui/sending/SendError.tsx';
import { createSubmitHandler } from '#web/ui/sending/sending.ts';

interface Properties {
  place: DiscoveredPlace;
  attribution: string;
  onAdded: (prospect: Prospect) => void;
  onClose: () => void;
}

/**
 * Dialog to add a place whose facts may not be stored. The user types the name, or chooses the
 * record in the registry of providers. The name is not filled in, because it may not be copied.
 */
export function AddPlaceDialog({ place, attribution, onAdded, onClose }: Properties) {
  useFocusBack();
  const [name, setName] = useState('');
  const [npi, setNpi] = useState('');
  const save = useMutation(addProspectMutation);
  const typed = name.trim();
  const add = () =>
    save.mutate(
      { placeId: place.placeId, ...(npi === '' ? { name: typed } : { npi }) },
      { onSuccess: onAdded },
    );
  return (
    <Modal
      opened
      onClose={onClose}
      title="Add to prospects"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={createSubmitHandler(() => typed !== '' && !save.isPending && add())}>
        <Stack>
          <div>
            <Text fw={550}>{place.name}</Text>
            <Text size="sm">{place.address}</Text>
            <Text size="sm" c="dimmed">
              {attribution}
            </Text>
          </div>
          <Text size="sm">
            Facts from {attribution} can’t be saved. Type the name, and choose the practice’s record
            in NPPES, the federal registry of providers, to save its address, type and phone.
          </Text>
          <TextInput
            label="Name"
            data-autofocus
            required
            maxLength={200}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <NppesRecordPicker name={name} npi={npi} onChoose={setNpi} />
          <SendError error={save.error} />
          <DialogButtons onClose={onClose}>
            <Button type="submit" loading={save.isPending} disabled={typed === ''}>
              Add to prospects
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}
