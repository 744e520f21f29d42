import { Table, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { WideTable } from './WideTable.tsx';

interface Properties {
  label: string;
  headings: readonly string[];
  /** `true` when the last cell of each row has a button. */
  hasActions?: boolean;
  /** Rows, each with a cell for every heading. */
  children: ReactNode;
}

/** Table with column headings. It scrolls sideways on narrow screens. */
export function HeadedTable({ label, headings, hasActions = false, children }: Properties) {
  return (
    <WideTable label={label} minWidth={720}>
      <Table.Thead>
        <Table.Tr>
          {headings.map((heading) => (
            <Table.Th key={heading} scope="col">
              {heading}
            </Table.Th>
          ))}
          {hasActions && (
            <Table.Th scope="col">
              <VisuallyHidden>Actions</VisuallyHidden>
            </Table.Th>
          )}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>{children}</Table.Tbody>
    </WideTable>
  );
}
