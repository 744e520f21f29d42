import { Avatar, Popover, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { User } from '#shared/auth.ts';

const PersonPanel = lazy(async () => ({ default: (await import('./PersonPanel.tsx')).PersonPanel }));

/** Who is signed in, how the pages look, the rules of scoring, and the way out. */
export function PersonMenu({ user }: { user: User }) {
  const [opened, setOpened] = useState(false);
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" width={240} withinPortal={false} trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton p={4} bdrs="xl" onClick={() => setOpened(!opened)}>
          <Avatar src={user.picture} name={user.name} size={32} color="teal" alt="" aria-hidden />
          <VisuallyHidden>Signed in as {user.name}</VisuallyHidden>
        </UnstyledButton>
      </Popover.Target>
      <Suspense>{opened && <PersonPanel user={user} />}</Suspense>
    </Popover>
  );
}
