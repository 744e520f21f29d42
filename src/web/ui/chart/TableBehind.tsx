import { ScrollArea, Table } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import classes from './table-behind.module.css';

/** The figures behind a chart, for those who would rather read. Made when they are asked for; a long table scrolls. */
export function TableBehind({ label, children }: { label: string; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <details className={classes.behind} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>As a table</summary>
      {open && (
        <ScrollArea.Autosize
          mah={360}
          type="auto"
          offsetScrollbars="present"
          viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': `${label}, as a table` }}
        >
          <Table aria-label={label} verticalSpacing={4} className={classes.table}>
            {children}
          </Table>
        </ScrollArea.Autosize>
      )}
    </details>
  );
}
