import { Group, Table, Text } from '@mantine/core';
import { dollarsText, numberText } from '#shared/core/words.ts';
import type { ListState } from '#shared/list/state.ts';
import type { ListedRenewal } from '#shared/renewals/renewals.ts';
import { computeForecastTotals, sumForecastTotals } from '#shared/renewals/rules.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { RowsLink } from '#web/ui/rows/RowsLink.tsx';
import { narrowFilters } from './narrowed-filters.ts';

interface Properties {
  rows: readonly ListedRenewal[];
  /** State of the list whose filters the totals follow. */
  state: ListState;
}

/** Value of the filtered renewals by forecast and in total. */
export function ForecastTotalsTable({ rows, state }: Properties) {
  const scenarios = computeForecastTotals(rows);
  const total = sumForecastTotals(scenarios);
  return (
    <div data-guide="renewal-scenarios">
      <Group gap={2}>
        <Text fw={600}>Scenarios (dollars per year)</Text>
        <MetricInfo metric="renewalScenario" />
      </Group>
      <Table.ScrollContainer minWidth={520}>
        <Table aria-label="Scenarios">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Forecast</Table.Th>
              {['Renewals', 'Due', 'High', 'Expected', 'Low'].map((name) => (
                <Table.Th key={name} ta="right">
                  {name}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {[...scenarios, { ...total, forecast: 'Total' as const }].map((each) => (
              <Table.Tr key={each.forecast} fw={each.forecast === 'Total' ? 600 : undefined}>
                <Table.Td>{each.forecast}</Table.Td>
                <Table.Td ta="right">
                  <RowsLink
                    filters={
                      each.forecast === 'Total'
                        ? state.filters
                        : narrowFilters(state, {
                            column: 'forecast',
                            kind: 'one-of',
                            values: [each.forecast],
                          })
                    }
                    search={state.search}
                    of={each.forecast}
                  >
                    {numberText(each.renewals)}
                  </RowsLink>
                </Table.Td>
                {[each.due, each.high, each.expected, each.low].map((amount, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the four columns stay where they are
                  <Table.Td key={at} ta="right">
                    {dollarsText(amount)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </div>
  );
}
