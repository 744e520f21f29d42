import { Badge, Menu, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { formatListQueryString } from '#shared/list/address.ts';
import { type SavedView, savedViewLimits } from '#shared/list/saved-views.ts';
import { errorText } from '../../sending/error-text.ts';
import type { ListViewState, ViewDialogState } from './list-views.ts';
import { notifyViewFailure, useSavedViewChanges } from './saved-view-changes.ts';

interface Properties {
  list: ListViewState;
  onOpenDialog: (dialog: ViewDialogState) => void;
}

/** Items of the menu of views. */
export function SavedViewItems({ list, onOpenDialog }: Properties) {
  const changes = useSavedViewChanges(list.name, notifyViewFailure);
  const search = formatListQueryString({ ...list.state, view: null });
  const { view, isEdited } = list;
  const isDefault = view !== undefined && view.savedViewId === list.defaultViewId;
  return (
    <>
      <ViewItem
        name="No view"
        isOpen={view === undefined}
        isDefault={false}
        onOpen={() => list.openView(null)}
      />
      <ViewGroup label="My views" list={list} views={list.views.filter(({ isMine }) => isMine)} />
      <ViewGroup
        label="Shared by others"
        list={list}
        views={list.views.filter(({ isMine }) => !isMine)}
      />
      {list.viewsError && (
        <Text size="xs" c="red" px="sm" py={4}>
          Couldn’t load views: {errorText(list.viewsError)}
        </Text>
      )}
      <Menu.Divider />
      {view?.mayEdit && isEdited && (
        <Menu.Item
          disabled={search.length > savedViewLimits.search}
          onClick={() => changes.change.mutate({ view, change: { search } })}
        >
          Save changes to “{view.name}”
        </Menu.Item>
      )}
      <Menu.Item
        disabled={search.length > savedViewLimits.search}
        onClick={() => onOpenDialog({ kind: 'new', savedViewId: crypto.randomUUID() })}
      >
        Save as new view…
      </Menu.Item>
      {view !== undefined && (
        <Menu.Item onClick={() => changes.makeDefault.mutate(isDefault ? null : view.savedViewId)}>
          {isDefault ? 'Remove as default' : 'Set as default'}
        </Menu.Item>
      )}
      {view?.mayEdit && (
        <>
          <Menu.Item onClick={() => onOpenDialog({ kind: 'edit', view })}>
            Rename or share…
          </Menu.Item>
          <Menu.Item color="red" onClick={() => onOpenDialog({ kind: 'delete', view })}>
            Delete “{view.name}”…
          </Menu.Item>
        </>
      )}
    </>
  );
}

function ViewGroup({
  label,
  list,
  views,
}: {
  label: string;
  list: ListViewState;
  views: readonly SavedView[];
}) {
  if (views.length === 0) return null;
  return (
    <>
      <Menu.Label>{label}</Menu.Label>
      {views.map((view) => (
        <ViewItem
          key={view.savedViewId}
          name={view.name}
          isOpen={view.savedViewId === list.view?.savedViewId}
          isDefault={view.savedViewId === list.defaultViewId}
          note={view.isMine ? (view.shared ? 'shared' : undefined) : view.ownerName}
          onOpen={() => list.openView(view)}
        />
      ))}
    </>
  );
}

interface ItemProperties {
  name: string;
  isOpen: boolean;
  isDefault: boolean;
  note?: string | undefined;
  onOpen: () => void;
}

function ViewItem({ name, isOpen, isDefault, note, onOpen }: ItemProperties) {
  return (
    <Menu.Item
      onClick={onOpen}
      aria-current={isOpen}
      leftSection={isOpen ? <IconCheck size={14} aria-hidden /> : <span style={{ width: 14 }} />}
      rightSection={
        isDefault ? (
          <Badge size="xs" variant="light" tt="none">
            default
          </Badge>
        ) : undefined
      }
    >
      {name}
      {note !== undefined && (
        <Text span inherit c="dimmed">
          {' '}
          · {note}
        </Text>
      )}
    </Menu.Item>
  );
}
