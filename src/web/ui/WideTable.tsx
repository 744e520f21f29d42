import { ScrollArea, Table } from '@mantine/core';
import type { ReactNode } from 'react';

interface Properties {
  label: string;
  /** Pixels; on narrower screens it scrolls sideways. */
  minWidth: number;
  children: ReactNode;
}

/** A table that scrolls by itself where the screen is too narrow, by keyboard too. */
export function WideTable({ label, minWidth, children }: Properties) {
  return (
    <ScrollArea type="auto" offsetScrollbars="present" viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': `${label}, table` }}>
      <Table aria-label={label} verticalSpacing={6} miw={minWidth}>
        {children}
      </Table>
    </ScrollArea>
  );
}
