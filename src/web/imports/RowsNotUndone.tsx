import { Text } from '@mantine/core';
import { maxListedRetainedRows, type UndoReport } from '#shared/imports/undo.ts';

/** Rows that an undo keeps, grouped by reason. */
export function RowsNotUndone({ report: { kept, keptRows } }: { report: UndoReport }) {
  if (kept === 0) return null;
  const reasons = [...new Set(keptRows.map(({ why }) => why))];
  return (
    <>
      {reasons.map((reason) => (
        <div key={reason}>
          <Text size="sm" fw={600}>
            {reason}
          </Text>
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {keptRows
              .filter(({ why }) => why === reason)
              .map(({ what }) => what)
              .join(' · ')}
          </Text>
        </div>
      ))}
      {keptRows.length === maxListedRetainedRows && kept > maxListedRetainedRows && (
        <Text size="sm" c="dimmed">
          Showing the first {maxListedRetainedRows}.
        </Text>
      )}
    </>
  );
}
