import { Kbd, Modal, Table } from '@mantine/core';
import { useFocusBack } from '../dialog/use-focus-back.ts';
import type { RowAction } from './row-actions.ts';

const menuKey = ['Shift F10', 'Open the row’s menu'] as const;
const keys = [
  ['j', 'Next row'],
  ['k', 'Previous row'],
  ['Enter', 'Open the row'],
  ['x', 'Select or deselect the row'],
  ['f', 'Search this list'],
  ['/', 'Search everywhere'],
  ['Ctrl K', 'Go to a page, an action or a customer'],
  [
    'Shift click',
    'On a heading: also sort by that column. On a checkbox: select all rows in between',
  ],
  ['Ctrl click', 'On a row: open its overview in a new tab'],
  ['?', 'Show shortcuts'],
] as const;

interface Properties {
  /** Actions of a row with their keyboard shortcuts. */
  rowActions: readonly Pick<RowAction<never>, 'shortcut' | 'label'>[];
  onClose: () => void;
}

export function ShortcutsDialog({ rowActions, onClose }: Properties) {
  useFocusBack();
  const ofRows =
    rowActions.length === 0
      ? []
      : [...rowActions.map(({ shortcut, label }) => [shortcut, label] as const), menuKey];
  return (
    <Modal
      opened
      onClose={onClose}
      closeButtonProps={{ 'aria-label': 'Close' }}
      title="Keyboard shortcuts"
      size="md"
    >
      <Table>
        <Table.Tbody>
          {[...keys, ...ofRows].map(([key, what]) => (
            <Table.Tr key={key}>
              <Table.Td w={110}>
                <Kbd>{key}</Kbd>
              </Table.Td>
              <Table.Td>{what}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}
