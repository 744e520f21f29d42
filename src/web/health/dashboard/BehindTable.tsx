import { ScrollArea, Table } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './dashboard.module.css';

/** The figures behind a picture, of which the long ones scroll. */
export function BehindTable({ label, children }: { label: string; children: ReactNode }) {
  return (
    <details className={classes.behind}>
      <summary>As a table</summary>
      <ScrollArea.Autosize mah={300} type="auto" viewportProps={{ tabIndex: 0 }}>
        <Table aria-label={label} verticalSpacing={3} className={classes.table}>
          {children}
        </Table>
      </ScrollArea.Autosize>
    </details>
  );
}
