import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconNote } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import type { CustomerReference } from './customers.ts';

const AddNoteDialog = lazy(async () => ({
  default: (await import('./AddNoteDialog.tsx')).AddNoteDialog,
}));

export function AddNoteButton({ institutionId, institutionName }: CustomerReference) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button size="xs" variant="default" leftSection={<IconNote size={14} />} onClick={open}>
        Add note
      </Button>
      <Suspense>
        {opened && (
          <AddNoteDialog customers={[{ institutionId, institutionName }]} onClose={close} />
        )}
      </Suspense>
    </>
  );
}
