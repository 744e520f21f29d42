import { Button, CopyButton, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { readPageUserId, type SessionTrouble, useSessionTrouble } from '#web/core/page-session.ts';
import { readDraftsOfUser } from '#web/ui/draft/draft-store.ts';
import { joinUnsavedTexts } from '#web/ui/draft/unsaved-texts.ts';
import { SignInButton } from './SignInButton.tsx';

const aboveOtherDialogs = 500;
// An open dialog below would close on Escape and lose its words.
const keepsEscape = { 'data-mantine-stop-propagation': true };

const reloadPage = () => window.location.reload();

/**
 * Dialog over a page that can no longer save, because its session ended or another user signed in.
 * The page keeps what the user wrote.
 */
export function SessionDialog({ reload = reloadPage }: { reload?: () => void }) {
  const trouble = useSessionTrouble();
  return trouble === null ? null : (
    <Trouble
      key={trouble.kind === 'ended' ? '' : trouble.message}
      trouble={trouble}
      reload={reload}
    />
  );
}

function Trouble({ trouble, reload }: { trouble: SessionTrouble; reload: () => void }) {
  const [isOpen, setOpen] = useState(true);
  const { pathname, search, hash } = useLocation();
  const unsaved = joinUnsavedTexts();
  return (
    <Modal
      opened={isOpen}
      onClose={() => setOpen(false)}
      title={trouble.kind === 'ended' ? 'Your session has ended' : 'Another user signed in'}
      size="sm"
      zIndex={aboveOtherDialogs}
      closeOnEscape={false}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close', ...keepsEscape }}
      attributes={{ content: keepsEscape }}
    >
      <Stack>
        <Text size="sm">
          {trouble.kind === 'ended' ? 'Sign in again to continue on this page.' : trouble.message}
        </Text>
        {unsaved !== '' && <Text size="sm">{unsavedNotice(trouble)}</Text>}
        <Group justify="flex-end">
          {unsaved !== '' && (
            <CopyButton value={unsaved}>
              {({ copied, copy }) => (
                <Button variant="default" onClick={copy} {...keepsEscape}>
                  {copied ? 'Copied' : 'Copy what I wrote'}
                </Button>
              )}
            </CopyButton>
          )}
          {trouble.kind === 'anotherUser' && (
            <Button onClick={reload} data-autofocus {...keepsEscape}>
              Reload
            </Button>
          )}
        </Group>
        {trouble.kind === 'ended' && <SignInButton returnTo={pathname + search + hash} />}
      </Stack>
    </Modal>
  );
}

/** Returns the notice about unsaved texts. A sign-out in another tab deletes the user's drafts. */
function unsavedNotice({ kind }: SessionTrouble): string {
  const userId = readPageUserId();
  if (userId === null || readDraftsOfUser(userId, Date.now()).length === 0)
    return 'What you wrote isn’t saved, and this browser no longer keeps it. Copy it before you sign in.';
  return kind === 'ended'
    ? 'What you wrote isn’t saved. This browser keeps it and offers it after you sign in.'
    : 'What you wrote isn’t saved. This browser keeps it and offers it when you sign in again as yourself.';
}
