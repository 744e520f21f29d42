import { Anchor, Group, Paper, SimpleGrid, Stack, Table, Text } from '@mantine/core';
import { buildUrl } from '#shared/core/endpoint.ts';
import { countText, numberText } from '#shared/core/words.ts';
import type { ImportReport, RejectedCell } from '#shared/imports/report.ts';
import { type Upload, uploadRejectsPath } from '#shared/imports/wizard.ts';
import type { MetricKey } from '#shared/metrics/metric.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { WideTable } from '#web/ui/WideTable.tsx';

/** Number of rows by outcome. Before the import, by expected outcome. */
export function ImportRowCounts({ report, isDone }: { report: ImportReport; isDone: boolean }) {
  return (
    <SimpleGrid cols={{ base: 2, xs: 3, md: 6 }} spacing="sm" data-guide="import-counts">
      <Count metric="importAdded" label={isDone ? 'Added' : 'New'} value={report.added} />
      <Count
        metric="importChanged"
        label={isDone ? 'Changed' : 'To change'}
        value={report.changed}
      />
      <Count metric="importUnchanged" label="Unchanged" value={report.unchanged} />
      <Count metric="importConflicts" label="Conflicts" value={report.superseded} />
      <Count metric="importRejected" label="Rejected" value={report.rejected} />
      <Count metric="importSkipped" label="Skipped" value={report.skipped} />
    </SimpleGrid>
  );
}

function Count({ metric, label, value }: { metric: MetricKey; label: string; value: number }) {
  return (
    <Paper p="sm" bg="var(--surface)">
      <Group gap={2} wrap="nowrap" mih={28}>
        <Text size="sm" c="dimmed">
          {label}
        </Text>
        <MetricInfo metric={metric} />
      </Group>
      <Text fz={24} fw={650} style={{ fontVariantNumeric: 'tabular-nums' }}>
        {numberText(value)}
      </Text>
    </Paper>
  );
}

/** Notes on how ambiguous columns are read, for example by number format. */
export function ColumnNotes({ report }: { report: ImportReport }) {
  const columns = report.columns.flatMap(({ header, note }, place) =>
    note === null ? [] : [{ header, note, place }],
  );
  if (columns.length === 0) return null;
  return (
    <Stack gap={4}>
      <Text fw={600}>How columns are read</Text>
      {columns.map(({ header, note, place }) => (
        <Text size="sm" key={place} style={{ overflowWrap: 'anywhere' }}>
          {header === '' ? 'Without a header' : header}: {note}.
        </Text>
      ))}
    </Stack>
  );
}

/** Unusable rows and cells, with a download link for all of them. */
export function RejectedRowsAndCells({
  report,
  upload,
}: {
  report: ImportReport;
  upload: Pick<Upload, 'uploadId' | 'hasRejects' | 'rejectsLeftOut'> | null;
}) {
  if (report.rejected === 0 && report.warned === 0) return null;
  const listed = report.rejects.length + report.warnings.length;
  const isCut = listed < report.reasons.reduce((sum, { cells }) => sum + cells, 0);
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="xs">
        <Text fw={600}>Unusable cells</Text>
        {upload?.hasRejects === true && (
          <Anchor
            href={buildUrl(uploadRejectsPath, { uploadId: upload.uploadId })}
            size="sm"
            download
          >
            {upload.rejectsLeftOut === 0
              ? 'Download all as CSV'
              : `Download the first rows as CSV (${countText(upload.rejectsLeftOut, 'more row')} left out)`}
          </Anchor>
        )}
      </Group>
      {report.reasons.slice(0, 6).map(({ column, reason, cells, imported }) => (
        <Text size="sm" key={`${column} ${reason} ${imported}`}>
          {numberText(cells)} × {`${column} ${problemOf(reason)}`.trim()}.{' '}
          {imported ? 'The row is imported without this value.' : 'The row is rejected.'}
        </Text>
      ))}
      <WideTable label="Unusable cells" minWidth={620}>
        <Table.Thead>
          <Table.Tr>
            {['Line', 'Column', 'Value', 'Reason', 'Row'].map((heading) => (
              <Table.Th key={heading}>{heading}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {report.rejects.map((reject) => rejectRow(reject, 'Rejected'))}
          {report.warnings.map((reject) => rejectRow(reject, 'Imported without this value'))}
        </Table.Tbody>
      </WideTable>
      {isCut && (
        <Text size="sm" c="dimmed">
          Showing the first {numberText(listed)}.
        </Text>
      )}
    </Stack>
  );
}

/**
 * Returns the problem of a cell without the outcome of its row. The outcome is shown separately.
 */
const problemOf = (reason: string) => reason.replace(/; left out$/, '');

const rejectRow = ({ line, column, value, reason }: RejectedCell, row: string) => (
  <Table.Tr key={`${line} ${column} ${reason}`}>
    <Table.Td>{numberText(line)}</Table.Td>
    <Table.Td>{column}</Table.Td>
    <Table.Td>{value}</Table.Td>
    <Table.Td>{problemOf(reason)}</Table.Td>
    <Table.Td>{row}</Table.Td>
  </Table.Tr>
);
