import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconArrowMerge } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import type { MergedProspect } from './data.ts';

const MergeDialog = lazy(async () => ({
  default: (await import('./MergeDialog.tsx')).MergeDialog,
}));

interface Properties {
  one: number;
  other: { prospectId: number; name: string };
  onMerged?: (remaining: MergedProspect) => void;
}

/** Button that opens the dialog to merge two prospects. */
export function MergeButton({ one, other, onMerged }: Properties) {
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button
        size="xs"
        variant="default"
        flex="none"
        leftSection={<IconArrowMerge size={14} aria-hidden />}
        aria-label={`Merge with ${other.name}`}
        onClick={open}
      >
        Merge…
      </Button>
      <Suspense>
        {isOpen && (
          <MergeDialog
            one={one}
            other={other.prospectId}
            {...(onMerged !== undefined && { onMerged })}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  );
}
