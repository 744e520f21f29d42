import { Button, Stack, Table } from '@mantine/core';
import { useState } from 'react';
import { type ProductKey, products } from '#shared/core/products.ts';
import { usageText } from '#shared/health/product-table.ts';
import type { Insights } from '#shared/insights/insights.ts';
import { WideTable } from '#web/ui/WideTable.tsx';

const collapsedRows = 20;

interface Properties {
  locations: Insights['locations'];
  products: readonly ProductKey[];
}

/** Table of each location's usage in the last four weeks, by product. */
export function InsightsLocationTable({ locations, products: columns }: Properties) {
  const [all, setAll] = useState(false);
  return (
    <Stack gap="xs">
      <WideTable label="Your locations" minWidth={180 + 90 * columns.length}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Location</Table.Th>
            {columns.map((product) => (
              <Table.Th key={product} ta="right">
                {products[product].name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {locations
            .slice(0, all ? undefined : collapsedRows)
            .map(({ locationName, city, state, usage }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no state, and two locations may have the same name.
              <Table.Tr key={at}>
                <Table.Th scope="row" fw={500} miw={160}>
                  {locationName}
                  <div style={{ color: 'var(--mantine-color-dimmed)', fontWeight: 400 }}>
                    {[city, state].filter((part) => part !== null).join(', ')}
                  </div>
                </Table.Th>
                {columns.map((product) => (
                  <Table.Td key={product} ta="right">
                    {usage === null ? 'No data' : usageText(product, usage[product] ?? 0)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
        </Table.Tbody>
      </WideTable>
      {!all && locations.length > collapsedRows && (
        <Button variant="subtle" size="xs" onClick={() => setAll(true)}>
          Show all {locations.length} locations
        </Button>
      )}
    </Stack>
  );
}
