import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { type SavedView, savedViewLimits } from '#shared/list/saved-views.ts';
import { NameDialog } from '../../dialog/NameDialog.tsx';
import { errorText } from '../../sending/error-text.ts';

interface Properties {
  /** View to change; `undefined` for a new view. */
  view: SavedView | undefined;
  isSaving: boolean;
  error: Error | null;
  onSave: (name: string, shared: boolean) => void;
  onClose: () => void;
}

export function CreateOrEditViewDialog({ view, isSaving, error, onSave, onClose }: Properties) {
  const [shared, setShared] = useState(view?.shared ?? false);
  return (
    <NameDialog
      title={view === undefined ? 'Save this view' : 'Rename or share'}
      name={view?.name ?? ''}
      longestName={savedViewLimits.name}
      button="Save"
      isSaving={isSaving}
      problem={error === null ? undefined : errorText(error)}
      onSave={(name) => onSave(name, shared)}
      onClose={onClose}
    >
      <Checkbox
        label="Share with everyone"
        description="Other users see the view with your name. Only you and admins can change it."
        checked={shared}
        onChange={(event) => setShared(event.currentTarget.checked)}
      />
    </NameDialog>
  );
}
