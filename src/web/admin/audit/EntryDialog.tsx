import { Modal, Stack, Table, Text } from '@mantine/core';
import type { AuditEntry } from '#shared/admin/audit.ts';
import { actionInWords, changesOf, objectInWords, objectName } from '#shared/admin/audit-columns.ts';
import { useMomentText } from '#web/core/days.ts';
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts';
import { WideTable } from '#web/ui/WideTable.tsx';

const value = { overflowWrap: 'anywhere' } as const;

/** All of one entry, with what it changed. */
export function EntryDialog({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  useFocusBack();
  const momentText = useMomentText();
  const changes = changesOf(entry);
  return (
    <Modal
      opened
      onClose={onClose}
      title={`${actionInWords(entry.action)}, ${objectName(entry)}`}
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="sm">
        <Text size="sm">
          By {entry.actor}
          {entry.actorEmail !== null && ` (${entry.actorEmail})`} on {momentText(entry.at)}
          {entry.address !== null && `, from ${entry.address}`}.
        </Text>
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          Entry {entry.position}: {objectInWords(entry.objectType)} {entry.objectId}
          {entry.requestId !== null && `, request ${entry.requestId}`}
        </Text>
        {changes.length > 0 && (
          <WideTable label="Changes" minWidth={420}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>What</Table.Th>
                <Table.Th>Before</Table.Th>
                <Table.Th>After</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {changes.map(({ name, before, after }) => (
                <Table.Tr key={name}>
                  <Table.Td>{name}</Table.Td>
                  <Table.Td style={value}>{before ?? '–'}</Table.Td>
                  <Table.Td style={value}>{after}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </WideTable>
        )}
      </Stack>
    </Modal>
  );
}
