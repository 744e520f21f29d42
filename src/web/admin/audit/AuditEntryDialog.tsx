import { Modal, Stack, Table, Text } from '@mantine/core';
import type { AuditEntry } from '#shared/admin/audit.ts';
import {
  auditActionText,
  auditEntryChanges,
  auditObjectName,
  auditObjectTypeText,
} from '#shared/admin/audit-columns.ts';
import { shortenToOneLine } from '#shared/core/words.ts';
import { useMomentFormatter } from '#web/core/days.ts';
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts';
import { WideTable } from '#web/ui/WideTable.tsx';

/** Dialog with the details and changes of an entry. */
export function AuditEntryDialog({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  useFocusBack();
  const name = auditObjectName(entry);
  const title =
    name === null ? auditActionText(entry.action) : `${auditActionText(entry.action)}, ${name}`;
  const momentText = useMomentFormatter();
  const changes = auditEntryChanges(entry);
  const hasBefore = changes.some(({ before }) => before !== null);
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
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
          Entry {entry.position}: {auditObjectTypeText(entry.objectType)} {entry.objectId}
          {entry.requestId !== null && `, request ${entry.requestId}`}
        </Text>
        {changes.length > 0 && (
          <WideTable label="Changes" minWidth={hasBefore ? 420 : 280}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Field</Table.Th>
                {hasBefore && <Table.Th>Before</Table.Th>}
                <Table.Th>{hasBefore ? 'After' : 'Value'}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {changes.map(({ name, before, after }) => (
                <Table.Tr key={name}>
                  <Table.Td>{name}</Table.Td>
                  {hasBefore && <Value>{before ?? '–'}</Value>}
                  <Value>{after}</Value>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </WideTable>
        )}
      </Stack>
    </Modal>
  );
}

const longest = 200;

/** Value of a changed field. A long value, such as a list of moved tasks, is collapsed. */
const Value = ({ children }: { children: string }) => (
  <Table.Td style={{ overflowWrap: 'anywhere' }}>
    {children.length <= longest ? (
      children
    ) : (
      <details>
        <summary>{shortenToOneLine(children, 80)}</summary>
        {children}
      </details>
    )}
  </Table.Td>
);
