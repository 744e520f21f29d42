import { Button, Menu, Text } from '@mantine/core';
import { IconBookmark, IconChevronDown } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import type { ListViewState, ViewDialogState } from './list-views.ts';

const SavedViewDialog = lazy(async () => ({
  default: (await import('./SavedViewActionDialog.tsx')).SavedViewActionDialog,
}));
const SavedViewItems = lazy(async () => ({
  default: (await import('./SavedViewItems.tsx')).SavedViewItems,
}));

/** Menu that opens, saves, shares and deletes the views of a list. */
export function SavedViewsMenu({ list }: { list: ListViewState }) {
  const [dialog, setDialog] = useState<ViewDialogState>();
  const { view, isEdited } = list;
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
            maw={260}
          >
            {view === undefined ? (
              'Views'
            ) : (
              <>
                <Text span inherit truncate>
                  {view.name}
                </Text>
                {isEdited && (
                  <Text span inherit c="dimmed" flex="none">
                    &nbsp;· modified
                  </Text>
                )}
              </>
            )}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Suspense>
            <SavedViewItems list={list} onOpenDialog={setDialog} />
          </Suspense>
        </Menu.Dropdown>
      </Menu>
      {dialog && (
        <Suspense>
          <SavedViewDialog list={list} dialog={dialog} onClose={() => setDialog(undefined)} />
        </Suspense>
      )}
    </>
  );
}
