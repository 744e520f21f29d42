import { List, Text } from '@mantine/core';
import { mostKeptRows, type UndoReport } from '#shared/imports/undo.ts';

/** What an undo leaves as it is, each with its reason. */
export function KeptRows({ report: { kept, keptRows } }: { report: UndoReport }) {
  if (kept === 0) return null;
  return (
    <>
      <List size="sm">
        {keptRows.map(({ what, why }) => (
          <List.Item key={`${what} ${why}`}>
            {what}: {why.toLowerCase()}
          </List.Item>
        ))}
      </List>
      {keptRows.length === mostKeptRows && kept > mostKeptRows && (
        <Text size="sm" c="dimmed">
          The first {mostKeptRows} are named.
        </Text>
      )}
    </>
  );
}
