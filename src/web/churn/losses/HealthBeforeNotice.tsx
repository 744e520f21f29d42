import { Paper, Table, Text, Title } from '@mantine/core';
import { reportedDaysBeforeNotice } from '#shared/churn/constants.ts';
import type { Loss } from '#shared/churn/losses/losses.ts';
import {
  activeLossesFilter,
  countHealthTiersBeforeNotice,
  filterActiveLosses,
  lossHealthTierNames,
} from '#shared/churn/losses/rules.ts';
import { countText, numberText } from '#shared/core/words.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { RowsLink } from '#web/ui/rows/RowsLink.tsx';
import { tierStyles } from '#web/ui/tier/tiers.ts';
import { WideTable } from '#web/ui/WideTable.tsx';
import classes from './losses.module.css';

const lookOf = (name: (typeof lossHealthTierNames)[number]) =>
  name === 'No score' ? { mark: '–', fill: 'var(--mantine-color-dimmed)' } : tierStyles[name];

/**
 * Table of the health tiers of lost customers 90, 60 and 30 days before the notice. Each number
 * links to its losses.
 */
export function HealthBeforeNotice({ losses }: { losses: readonly Loss[] }) {
  const total = filterActiveLosses(losses).length;
  const counts = reportedDaysBeforeNotice.map((days, at) => ({
    days,
    tiers: countHealthTiersBeforeNotice(losses, at),
  }));
  const critical = counts.find(({ days }) => days === 60)?.tiers.get('Critical') ?? 0;
  return (
    <Paper p={{ base: 'md', sm: 'lg' }} bg="var(--surface)" data-guide="loss-health">
      <Title order={2} size="h4">
        Did health scores warn us? <MetricInfo metric="healthBeforeNotice" />
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {total === 0
          ? 'No customers have given notice yet.'
          : `${numberText(critical)} of ${countText(total, 'customer')} that gave notice ${critical === 1 ? 'was' : 'were'} Critical 60 days before.`}
      </Text>
      {total > 0 && (
        <WideTable label="Health before the notice" minWidth={430}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Before the notice</Table.Th>
              {lossHealthTierNames.map((name) => (
                <Table.Th key={name} scope="col" ta="right">
                  <span aria-hidden style={{ color: lookOf(name).fill }}>
                    {lookOf(name).mark}{' '}
                  </span>
                  {name}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {counts.map(({ days, tiers }) => (
              <Table.Tr key={days}>
                <Table.Th scope="row" fw={500}>
                  {days} days
                  <span aria-hidden className={classes.shares}>
                    {lossHealthTierNames.map((name) => (
                      <span
                        key={name}
                        style={{ flexGrow: tiers.get(name) ?? 0, background: lookOf(name).fill }}
                      />
                    ))}
                  </span>
                </Table.Th>
                {lossHealthTierNames.map((name) => (
                  <Table.Td key={name} ta="right">
                    <Count
                      filters={[
                        { column: `tier${days}`, kind: 'one-of', values: [name] },
                        activeLossesFilter,
                      ]}
                      of={`${name} ${days} days before`}
                    >
                      {tiers.get(name) ?? 0}
                    </Count>
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </WideTable>
      )}
    </Paper>
  );
}

function Count({
  filters,
  of,
  children,
}: {
  filters: Parameters<typeof RowsLink>[0]['filters'];
  of: string;
  children: number;
}) {
  return children === 0 ? (
    <Text span c="dimmed" size="sm">
      0
    </Text>
  ) : (
    <RowsLink filters={filters} of={of} size="sm">
      {numberText(children)}
    </RowsLink>
  );
}
