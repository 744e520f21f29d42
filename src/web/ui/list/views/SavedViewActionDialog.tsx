import { formatListQueryString } from '#shared/list/address.ts';
import { ConfirmDialog } from '../../dialog/ConfirmDialog.tsx';
import { CreateOrEditViewDialog } from './CreateOrEditViewDialog.tsx';
import type { ListViewState, ViewDialogState } from './list-views.ts';
import { notifyViewFailure, useSavedViewChanges } from './saved-view-changes.ts';

interface Properties {
  list: ListViewState;
  dialog: ViewDialogState;
  onClose: () => void;
}

/** Dialog that saves a new view, or changes or deletes a view. */
export function SavedViewActionDialog({ list, dialog, onClose }: Properties) {
  // The form shows errors itself; the confirmation of a deletion closes.
  const changes = useSavedViewChanges(list.name, (error) => {
    if (dialog.kind === 'delete') notifyViewFailure(error);
  });

  function save(name: string, shared: boolean) {
    if (dialog.kind === 'edit') {
      changes.change.mutate(
        { view: dialog.view, change: { name, shared } },
        { onSuccess: onClose },
      );
      return;
    }
    if (dialog.kind !== 'new') return;
    const search = formatListQueryString({ ...list.state, view: null });
    changes.save.mutate(
      { savedViewId: dialog.savedViewId, name, shared, search },
      {
        onSuccess: (saved) => {
          onClose();
          list.openView(saved);
        },
      },
    );
  }

  if (dialog.kind === 'delete')
    return (
      <ConfirmDialog
        title={`Delete “${dialog.view.name}”?`}
        text={
          dialog.view.shared
            ? 'The view is deleted for everyone. You can’t undo this.'
            : 'You can’t undo this.'
        }
        button="Delete view"
        isPending={changes.remove.isPending}
        onConfirm={() =>
          changes.remove.mutate(dialog.view, {
            onSuccess: () => list.openView(null),
            onSettled: onClose,
          })
        }
        onClose={onClose}
      />
    );
  return (
    <CreateOrEditViewDialog
      view={dialog.kind === 'edit' ? dialog.view : undefined}
      isSaving={changes.save.isPending || changes.change.isPending}
      error={dialog.kind === 'edit' ? changes.change.error : changes.save.error}
      onSave={save}
      onClose={onClose}
    />
  );
}
