import { Box, Table, Text } from '@mantine/core';
import type { FlagOutcomeCombination } from '#shared/churn/quality/outcomes.ts';
import type { getPredictionQuality } from '#shared/churn/quality/quality.ts';
import type { ResponseOf } from '#shared/core/endpoint.ts';
import { numberText } from '#shared/core/words.ts';
import { WideTable } from '#web/ui/WideTable.tsx';
import { type EvaluationPeriod, OutcomesLink } from './part-links.tsx';

type Quality = Pick<ResponseOf<typeof getPredictionQuality>, 'losses' | 'stayed'>;

const meanings: Record<FlagOutcomeCombination, string> = {
  'Flagged, left': 'flagged in time',
  'Flagged, stayed': 'false alarms or saved',
  'Not flagged, left': 'missed',
  'Not flagged, stayed': 'correctly not flagged',
};

/** Table of customers by flag and outcome. Each number links to its customers. */
export function FlagOutcomeTable({
  quality: { losses, stayed },
  weeks,
}: {
  quality: Quality;
  weeks: EvaluationPeriod;
}) {
  const counts: Record<FlagOutcomeCombination, number> = {
    'Flagged, left': losses.hits,
    'Not flagged, left': losses.of - losses.hits,
    'Flagged, stayed': stayed.hits,
    'Not flagged, stayed': stayed.of - stayed.hits,
  };
  const rows = [
    { name: 'Flagged', cells: ['Flagged, left', 'Flagged, stayed'] },
    { name: 'Not flagged', cells: ['Not flagged, left', 'Not flagged, stayed'] },
  ] as const;
  return (
    <Box maw={620} data-guide="quality-confusion">
      <WideTable label="Flags and outcomes" minWidth={340}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Customers</Table.Th>
            <Table.Th scope="col" ta="right">
              Left
            </Table.Th>
            <Table.Th scope="col" ta="right">
              Stayed
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ name, cells }) => (
            <Table.Tr key={name}>
              <Table.Th scope="row" fw={500}>
                {name}
              </Table.Th>
              {cells.map((outcome) => (
                <Table.Td key={outcome} ta="right">
                  <Text fw={600}>
                    <OutcomesLink
                      weeks={weeks}
                      outcomes={[outcome]}
                      of={`customers: ${outcome.toLowerCase()}`}
                    >
                      {numberText(counts[outcome])}
                    </OutcomesLink>
                  </Text>
                  <Text size="xs" c="dimmed">
                    {meanings[outcome]}
                  </Text>
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </WideTable>
    </Box>
  );
}
