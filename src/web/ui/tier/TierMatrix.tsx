import { Table, Text } from '@mantine/core';
import { type HealthTier, healthTiers } from '#shared/core/tiers.ts';
import { numberText } from '#shared/core/words.ts';
import type { ListFilter } from '#shared/list/state.ts';
import { RowsLink } from '../rows/RowsLink.tsx';
import classes from './TierMatrix.module.css';

interface Properties {
  /** Text of the corner cell, which says what rows and columns are. */
  corner?: string;
  customers: (from: HealthTier, to: HealthTier) => number;
  /**
   * Returns the list filters that a number links to. Without this function, numbers are not links.
   */
  filtersOf?: (from: HealthTier, to: HealthTier) => readonly ListFilter[];
}

/** Table with the number of customers for each combination of previous and current tier. */
export function TierMatrix({ corner = 'before ↓ now →', customers, filtersOf }: Properties) {
  return (
    <Table.ScrollContainer
      minWidth={340}
      {...(filtersOf === undefined && { tabIndex: 0, role: 'region', 'aria-label': 'Tiers' })}
    >
      <Table withRowBorders={false} className={classes.matrix}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">
              <Text size="xs" c="dimmed">
                {corner}
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
                  <Customers
                    count={customers(from, to)}
                    filters={filtersOf?.(from, to)}
                    of={`from ${from} to ${to}`}
                  />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function Customers({
  count,
  filters,
  of,
}: {
  count: number;
  filters: readonly ListFilter[] | undefined;
  of: string;
}) {
  const figure = numberText(count);
  if (count > 0 && filters !== undefined)
    return (
      <RowsLink filters={filters} size="sm" c="inherit" of={of}>
        {figure}
      </RowsLink>
    );
  return (
    <Text span size="sm" {...(count === 0 && { c: 'dimmed' })}>
      {figure}
    </Text>
  );
}
