import { Button, Popover } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { visibleColumns } from '#shared/list/state.ts';
import { windowFitMiddlewares } from '../fit-window.ts';
import classes from './list.module.css';
import type { ListControl } from './use-list.ts';

const ColumnPanel = lazy(async () => ({
  default: (await import('./ColumnPanel.tsx')).ColumnPanel,
}));

export function ColumnChooser<Row>({ list }: { list: ListControl<Row> }) {
  const [opened, setOpened] = useState(false);
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      width={270}
      position="bottom-end"
      middlewares={windowFitMiddlewares}
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconColumns3 size={15} aria-hidden />}
          onClick={() => setOpened(!opened)}
        >
          <span className={classes.wideOnly}>Columns</span>
        </Button>
      </Popover.Target>
      <Suspense>
        {opened && (
          <ColumnPanel
            columns={list.columns}
            visible={visibleColumns(list.columns, list.state).map(({ key }) => key)}
            isUsual={list.state.columns === null}
            onChange={(columns) => list.change({ columns }, { replace: true })}
          />
        )}
      </Suspense>
    </Popover>
  );
}
