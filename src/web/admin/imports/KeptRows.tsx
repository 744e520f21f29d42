import { List, Text } from '@mantine/core';
import { counted } from '#shared/core/words.ts';
import type { UndoReport } from '#shared/imports/undo.ts';

/** The rows that an undo leaves as they are, each with its reason. */
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
      {kept > keptRows.length && (
        <Text size="sm" c="dimmed">
          {counted(keptRows.length, 'of them is', 'of them are')} named.
        </Text>
      )}
    </>
  );
}
