import { Autocomplete, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { maxEhrNameLength } from '#shared/data-quality/fixes.ts';
import { DialogButtons } from '#web/ui/dialog/DialogButtons.tsx';
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { createSubmitHandler } from '#web/ui/sending/sending.ts';
import { useMapEhrName } from './data.ts';

/** Dialog that maps an EHR name in imported data to an EHR. */
export function MapEhrDialog({
  said,
  systems,
  onClose,
}: {
  said: string;
  systems: readonly string[];
  onClose: () => void;
}) {
  useFocusBack();
  const [system, setSystem] = useState('');
  const name = useMapEhrName();
  const send = () => name.mutate({ said, system: system.trim() }, { onSuccess: onClose });
  const isNew = system.trim() !== '' && !systems.includes(system.trim());
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Which EHR is “${said}”?`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={createSubmitHandler(send)}>
        <Stack>
          <Text size="sm">
            All locations with this EHR name get the EHR that you choose. This also applies to later
            files.
          </Text>
          <Autocomplete
            label="EHR"
            required
            data-autofocus
            data={[...systems]}
            limit={8}
            maxLength={maxEhrNameLength}
            value={system}
            onChange={setSystem}
          />
          <Group>
            <Button variant="default" size="compact-sm" onClick={() => setSystem(said)}>
              Add as a new EHR
            </Button>
          </Group>
          {isNew && (
            <Text size="sm" c="dimmed">
              {system.trim()} becomes a known EHR.
            </Text>
          )}
          {name.error !== null && (
            <ErrorState title="Couldn’t save the EHR" error={name.error} onRetry={send} />
          )}
          <DialogButtons onClose={onClose}>
            <Button type="submit" loading={name.isPending} disabled={system.trim() === ''}>
              Save
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}
