import { ScrollArea, Table } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './wide-table.module.css';

interface Properties {
  label: string;
  /**
   * Width in pixels below which the table scrolls sideways. On a phone, cells wrap first, down to
   * half of this width.
   */
  minWidth: number;
  children: ReactNode;
}

/** Table that scrolls sideways on narrow screens and can be scrolled with the keyboard. */
export function WideTable({ label, minWidth, children }: Properties) {
  return (
    <ScrollArea
      type="auto"
      offsetScrollbars="present"
      viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': `${label}, table` }}
    >
      <Table
        aria-label={label}
        verticalSpacing={6}
        className={classes.table}
        __vars={{ '--table-min-width': `${minWidth}px` }}
      >
        {children}
      </Table>
    </ScrollArea>
  );
}
