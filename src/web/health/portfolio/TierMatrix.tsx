import { Table, Text } from '@mantine/core';
import { type HealthTier, healthTiers } from '#shared/health.ts';
import type { ListFilter } from '#shared/list/state.ts';
import classes from './portfolio.module.css';
import { RowsLink } from './RowsLink.tsx';

interface Properties {
  /** Customers by the tier they were in, then by the tier they are in. */
  movement: Record<HealthTier, Record<HealthTier, number>>;
  filtersOf: (from: HealthTier, to: HealthTier) => readonly ListFilter[];
}

/** Who went from which tier to which; each number opens its rows. */
export function TierMatrix({ movement, filtersOf }: Properties) {
  return (
    <Table.ScrollContainer minWidth={340}>
      <Table withRowBorders={false} className={classes.matrix}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">
              <Text size="xs" c="dimmed">
                before ↓ now →
              </Text>
            </Table.Th>
            {healthTiers.map((tier) => (
              <Table.Th key={tier} scope="col" ta="right">
                {tier}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {healthTiers.map((from) => (
            <Table.Tr key={from}>
              <Table.Th scope="row">{from}</Table.Th>
              {healthTiers.map((to) => (
                <Table.Td key={to} ta="right" data-stayed={from === to || undefined}>
                  {movement[from][to] === 0 ? (
                    <Text span size="sm" c="dimmed">
                      0
                    </Text>
                  ) : (
                    <RowsLink filters={filtersOf(from, to)} size="sm" c="inherit" of={`from ${from} to ${to}`}>
                      {movement[from][to].toLocaleString('en-US')}
                    </RowsLink>
                  )}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
