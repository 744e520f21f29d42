import { useEffect, useState } from 'react';
import { countText } from '#shared/core/words.ts';
import { readPageUserId } from '#web/core/page-session.ts';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import { readDraftsOfUser } from '#web/ui/draft/draft-store.ts';
import { signOut } from './sign-out.ts';

function countUnsavedTexts(): number {
  const userId = readPageUserId();
  return userId === null ? 0 : readDraftsOfUser(userId, Date.now()).length;
}

/** Signs out. Asks first when this would delete unsaved texts. */
export function SignOut({ onClose }: { onClose: () => void }) {
  const [unsavedTexts] = useState(countUnsavedTexts);
  const [isLeaving, setLeaving] = useState(false);
  useEffect(() => {
    if (unsavedTexts === 0) void signOut();
  }, [unsavedTexts]);
  if (unsavedTexts === 0) return null;
  return (
    <ConfirmDialog
      title="Sign out and delete unsaved texts?"
      text={`This browser keeps ${countText(unsavedTexts, 'text')} that you haven’t saved. Signing out deletes ${unsavedTexts === 1 ? 'it' : 'them'}.`}
      button="Sign out"
      isPending={isLeaving}
      onConfirm={() => {
        setLeaving(true);
        void signOut();
      }}
      onClose={onClose}
    />
  );
}
