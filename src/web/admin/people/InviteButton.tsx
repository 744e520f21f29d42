import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconUserPlus } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';

const InviteDialog = lazy(async () => ({
  default: (await import('./InviteDialog.tsx')).InviteDialog,
}));

/** Button that opens the form for inviting a user. */
export function InviteButton({ allowedDomains }: { allowedDomains: readonly string[] }) {
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="default" leftSection={<IconUserPlus size={16} aria-hidden />} onClick={open}>
        Invite user
      </Button>
      <Suspense>
        {isOpen && <InviteDialog allowedDomains={allowedDomains} onClose={close} />}
      </Suspense>
    </>
  );
}
