import { ScrollArea, Table } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import classes from './chart.module.css';

/** Collapsible table with a chart's data. Its content is rendered when the table is opened. */
export function CollapsibleChartTable({ label, children }: { label: string; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <details className={classes.behind} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Show as table</summary>
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

interface Properties {
  label: string;
  /** Heading of the name column, followed by the headings of the number columns. */
  columns: readonly string[];
  /** Name of each row, followed by its numbers. */
  rows: readonly (readonly [string, ...ReactNode[]])[];
}

/** Data table of a chart. Each row is a name followed by numbers. */
export function ChartDataTable({ label, columns: [name, ...figures], rows }: Properties) {
  return (
    <CollapsibleChartTable label={label}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{name}</Table.Th>
          {figures.map((figure) => (
            <Table.Th key={figure} scope="col" ta="right">
              {figure}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(([row, ...values], at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no state, and rounding can give two rows the same name.
          <Table.Tr key={at}>
            <Table.Th scope="row">{row}</Table.Th>
            {figures.map((figure, index) => (
              <Table.Td key={figure} ta="right">
                {values[index]}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </CollapsibleChartTable>
  );
}
