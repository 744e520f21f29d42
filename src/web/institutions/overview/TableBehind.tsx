import { Table } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import classes from './overview.module.css';

/** The figures behind a picture, for those who would rather read; made when they are asked for. */
export function TableBehind({ label, children }: { label: string; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <details className={classes.behind} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span>As a table</span>
      </summary>
      {open && (
        <Table.ScrollContainer minWidth={280} type="native" tabIndex={0} role="region" aria-label={`${label}, as a table`}>
          <Table verticalSpacing={4}>{children}</Table>
        </Table.ScrollContainer>
      )}
    </details>
  );
}
