import { Button, Group, Modal, Stack, Table, Text, Title } from '@mantine/core';
import { patternNames } from '#shared/churn/patterns/pattern-names.ts';
import { patternDefinitions } from '#shared/churn/patterns/patterns.ts';
import { formatDaysUntilNotice, patternStartText } from '#shared/churn/predictions/columns.ts';
import type { PredictionRow } from '#shared/churn/predictions/rows.ts';
import { shareRangeText, shareText } from '#shared/core/words.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts';
import { WideTable } from '#web/ui/WideTable.tsx';
import { SimilarFlaggedCustomers } from './SimilarFlaggedCustomers.tsx';

interface Properties {
  row: PredictionRow;
  opener: Element | null;
  onClose: () => void;
  onVerdict: (verdict: 'accepted' | 'rejected' | 'withdrawn') => void;
}

/** Dialog with the evidence of a prediction and similar past cases. */
export function EvidenceDialog({ row, opener, onClose, onVerdict }: Properties) {
  useFocusBack(opener);
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Evidence for ${row.institutionName}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
      size="xl"
      centered
    >
      <Stack gap="md">
        <Group gap="lg">
          <Text size="sm">
            {row.tier}, {formatDaysUntilNotice(row)} left <MetricInfo metric="churnDaysLeft" />
          </Text>
          <Text size="sm">
            Chance of notice: {shareText(row.chance30)} within 30 days, {shareText(row.chance45)} in
            45, {shareText(row.chance60)} in 60 (
            {shareRangeText({ low: row.chanceLow, high: row.chanceHigh })}){' '}
            <MetricInfo metric="churnChance" />
          </Text>
        </Group>
        <WideTable label="Patterns" minWidth={460}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Pattern</Table.Th>
              <Table.Th scope="col">Now</Table.Th>
              <Table.Th scope="col">Normal</Table.Th>
              <Table.Th scope="col">Since</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {row.evidence.map(({ pattern, value, normal, since }) => (
              <Table.Tr key={pattern}>
                <Table.Th scope="row" fw={500} title={patternDefinitions[pattern].meaning}>
                  {patternNames[pattern]}
                </Table.Th>
                <Table.Td>{value}</Table.Td>
                <Table.Td>{normal}</Table.Td>
                <Table.Td>
                  {since === null ? 'unknown' : patternStartText(since).replace('since ', '')}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </WideTable>
        <div>
          <Title order={2} size="h5" mb={6}>
            Similar past cases
          </Title>
          <SimilarFlaggedCustomers institutionId={row.institutionId} />
        </div>
        <Group gap="xs" justify="flex-end">
          {row.verdict === null ? (
            <>
              <Button size="xs" variant="default" onClick={() => onVerdict('rejected')}>
                Reject
              </Button>
              <Button size="xs" onClick={() => onVerdict('accepted')}>
                Accept
              </Button>
            </>
          ) : (
            <Button size="xs" variant="default" onClick={() => onVerdict('withdrawn')}>
              Withdraw: {row.verdict.verdict} by {row.verdict.by.name}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
