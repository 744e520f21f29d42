import { ScrollArea, Table } from '@mantine/core';
import type { ReactNode } from 'react';

interface Properties {
  label: string;
  /** Width in pixels below which the table scrolls sideways. */
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
      <Table aria-label={label} verticalSpacing={6} miw={minWidth}>
        {children}
      </Table>
    </ScrollArea>
  );
}
