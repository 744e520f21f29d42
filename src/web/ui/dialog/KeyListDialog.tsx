import { Kbd, Modal, Table } from '@mantine/core';
import { useFocusBack } from './use-focus-back.ts';

interface Properties {
  /** Keys with what they do. */
  keys: readonly (readonly [keys: string, does: string])[];
  onClose: () => void;
}

/** Dialog that lists keyboard shortcuts. */
export function KeyListDialog({ keys, onClose }: Properties) {
  useFocusBack();
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
