import { Badge, Button, Menu, Text } from '@mantine/core';
import { IconBookmark, IconCheck, IconChevronDown } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { formatListSearch } from '#shared/list/address.ts';
import { type SavedView, savedViewLimits } from '#shared/list/saved-views.ts';
import { notifyFailure } from '../../sending/notify-failure.ts';
import type { ListControl } from '../use-list.ts';
import { useSavedViewChanges } from './saved-views-data.ts';

const ConfirmDialog = lazy(async () => ({
  default: (await import('../../dialog/ConfirmDialog.tsx')).ConfirmDialog,
}));
const SaveViewDialog = lazy(async () => ({
  default: (await import('./SaveViewDialog.tsx')).SaveViewDialog,
}));

type Dialog =
  | { kind: 'none' }
  | { kind: 'new'; savedViewId: string }
  | { kind: 'edit' | 'delete'; view: SavedView };

const failed = (error: Error) => notifyFailure('Couldn’t change the view', error);

/** Menu that opens, saves, shares and deletes the views of a list. */
export function SavedViewsMenu<Row>({ list }: { list: ListControl<Row> }) {
  const [dialog, setDialog] = useState<Dialog>({ kind: 'none' });
  const changes = useSavedViewChanges(list.name);
  const search = formatListSearch({ ...list.state, view: null });
  const { view, isEdited } = list;
  const isDefault = view !== undefined && view.savedViewId === list.defaultViewId;
  const close = () => setDialog({ kind: 'none' });

  function remove(view: SavedView) {
    changes.remove.mutate(view, {
      onError: failed,
      onSuccess: () => list.openView(null),
      onSettled: close,
    });
  }

  function save(name: string, shared: boolean) {
    if (dialog.kind === 'edit') {
      changes.change.mutate({ view: dialog.view, change: { name, shared } }, { onSuccess: close });
      return;
    }
    if (dialog.kind !== 'new') return;
    const { savedViewId } = dialog;
    changes.save.mutate(
      { savedViewId, name, shared, search },
      {
        onSuccess: (saved) => {
          close();
          list.openView(saved);
        },
      },
    );
  }

  return (
    <>
      <Menu
        position="bottom-start"
        width={280}
        shadow="md"
        withinPortal={false}
        withInitialFocusPlaceholder={false}
      >
        <Menu.Target>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconBookmark size={15} aria-hidden />}
            rightSection={<IconChevronDown size={14} aria-hidden />}
            maw={240}
          >
            {view === undefined ? 'Views' : `${view.name}${isEdited ? ' · edited' : ''}`}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <ViewItem
            name="No view"
            isOpen={view === undefined}
            isDefault={false}
            onOpen={() => list.openView(null)}
          />
          <ViewGroup
            label="My views"
            list={list}
            views={list.views.filter(({ isMine }) => isMine)}
          />
          <ViewGroup
            label="Shared by others"
            list={list}
            views={list.views.filter(({ isMine }) => !isMine)}
          />
          {list.viewsError && (
            <Text size="xs" c="red" px="sm" py={4}>
              Couldn’t load views: {list.viewsError.message}
            </Text>
          )}
          <Menu.Divider />
          {view?.mayEdit && isEdited && (
            <Menu.Item
              disabled={search.length > savedViewLimits.search}
              onClick={() =>
                changes.change.mutate({ view, change: { search } }, { onError: failed })
              }
            >
              Save changes to “{view.name}”
            </Menu.Item>
          )}
          <Menu.Item
            disabled={search.length > savedViewLimits.search}
            onClick={() => {
              changes.save.reset();
              setDialog({ kind: 'new', savedViewId: crypto.randomUUID() });
            }}
          >
            Save as new view…
          </Menu.Item>
          {view !== undefined && (
            <Menu.Item
              onClick={() =>
                changes.makeDefault.mutate(isDefault ? null : view.savedViewId, { onError: failed })
              }
            >
              {isDefault ? 'Remove as default' : 'Set as default'}
            </Menu.Item>
          )}
          {view?.mayEdit && (
            <>
              <Menu.Item
                onClick={() => {
                  changes.change.reset();
                  setDialog({ kind: 'edit', view });
                }}
              >
                Rename or share…
              </Menu.Item>
              <Menu.Item color="red" onClick={() => setDialog({ kind: 'delete', view })}>
                Delete “{view.name}”…
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        {dialog.kind === 'delete' && (
          <ConfirmDialog
            title={`Delete “${dialog.view.name}”?`}
            text={
              dialog.view.shared
                ? 'The view is deleted for everyone. You can’t undo this.'
                : 'You can’t undo this.'
            }
            button="Delete view"
            isPending={changes.remove.isPending}
            onConfirm={() => remove(dialog.view)}
            onClose={close}
          />
        )}
        {(dialog.kind === 'new' || dialog.kind === 'edit') && (
          <SaveViewDialog
            view={dialog.kind === 'edit' ? dialog.view : undefined}
            isSaving={changes.save.isPending || changes.change.isPending}
            error={dialog.kind === 'edit' ? changes.change.error : changes.save.error}
            onSave={save}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  );
}

function ViewGroup<Row>({
  label,
  list,
  views,
}: {
  label: string;
  list: ListControl<Row>;
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
