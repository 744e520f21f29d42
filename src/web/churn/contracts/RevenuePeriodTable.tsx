import { Anchor, Paper, ScrollArea, Table, Title } from '@mantine/core';
import type { RevenuePeriod } from '#shared/churn/contracts/contracts.ts';
import {
  grossRetention,
  logoChurn,
  netRetention,
  renewalRate,
  revenuePeriodName,
} from '#shared/churn/contracts/rules.ts';
import { dollarsText, numberText, shareText } from '#shared/core/words.ts';
import type { MetricKey } from '#shared/metrics/metric.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import classes from '../analytics.module.css';

const percent = (share: number | null) => (share === null ? '–' : shareText(share, 1));

interface Column {
  name: string;
  metric?: MetricKey;
  text: (period: RevenuePeriod) => string;
}
const columns: readonly Column[] = [
  { name: 'Start', text: ({ start }) => dollarsText(start) },
  { name: 'Churn', text: ({ churn }) => dollarsText(churn) },
  { name: 'Contraction', text: ({ contraction }) => dollarsText(contraction) },
  { name: 'Expansion', text: ({ expansion }) => dollarsText(expansion) },
  { name: 'New', text: ({ added }) => dollarsText(added) },
  { name: 'End', text: ({ end }) => dollarsText(end) },
  { name: 'Gross', metric: 'grossRetention', text: (period) => percent(grossRetention(period)) },
  { name: 'Net', metric: 'netRetention', text: (period) => percent(netRetention(period)) },
  {
    name: 'Logo churn',
    metric: 'logoChurn',
    text: (period) =>
      `${percent(logoChurn(period))}, ${numberText(period.lost)} of ${numberText(period.customers)} customers`,
  },
  {
    name: 'Renewed',
    metric: 'renewalRate',
    text: (period) => `${percent(renewalRate(period))} of ${dollarsText(period.due)}`,
  },
];

interface Properties {
  periods: readonly RevenuePeriod[];
  chosen: RevenuePeriod;
  onChoose: (from: string) => void;
}

/** Table of periods, newest first. A click on a period's name shows its changes and customers. */
export function RevenuePeriodTable({ periods, chosen, onChoose }: Properties) {
  return (
    <Paper p={{ base: 'md', sm: 'lg' }} bg="var(--surface)" data-guide="revenue-table">
      <Title order={2} size="h4" mb="sm">
        Monthly revenue by period <MetricInfo metric="revenueMovement" />
      </Title>
      <ScrollArea
        type="auto"
        offsetScrollbars="present"
        viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': 'Periods table' }}
      >
        <Table aria-label="Periods" verticalSpacing={6} className={classes.table}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Period</Table.Th>
              {columns.map(({ name, metric }) => (
                <Table.Th key={name} scope="col" ta="right">
                  {name} {metric !== undefined && <MetricInfo metric={metric} />}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {periods.toReversed().map((period) => (
              <Table.Tr key={period.from} data-chosen={period === chosen || undefined}>
                <Table.Th scope="row">
                  <Anchor
                    component="button"
                    size="sm"
                    aria-pressed={period === chosen}
                    onClick={() => onChoose(period.from)}
                  >
                    {revenuePeriodName(period)}
                  </Anchor>
                </Table.Th>
                {columns.map(({ name, text }) => (
                  <Table.Td key={name} ta="right">
                    {text(period)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea>
    </Paper>
  );
}
