import { Kbd, Modal, Table } from '@mantine/core';
import { useFocusBack } from '../use-focus-back.ts';

const keys = [
  ['j', 'Next row'],
  ['k', 'Row before'],
  ['Enter', 'Open the row'],
  ['x', 'Select the row'],
  ['f', 'Search this list'],
  ['/', 'Search everywhere'],
  ['Ctrl K', 'Go to a page, an action or a customer'],
  ['Shift click', 'On a heading: sort by one more column. On a box: select all rows between'],
  ['Ctrl click', 'On a row: its overview in a new tab'],
  ['?', 'These keys'],
] as const;

export function KeysDialog({ onClose }: { onClose: () => void }) {
  useFocusBack();
  return (
    <Modal opened onClose={onClose} closeButtonProps={{ 'aria-label': 'Close' }} title="Keys of this list" size="md">
      <Table>
        <Table.Tbody>
          {keys.map(([key, what]) => (
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
