import { Button, Group, Stack, Table, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { type ProductKey, products } from '#shared/core/products.ts';
import { usageText } from '#shared/health/product-table.ts';
import { percentChange } from '#shared/health/rules.ts';
import { type LocationUsage, locationActivities } from '#shared/health/usage.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { Change } from '#web/ui/Change.tsx';
import { LocationActivityLabel } from './LocationActivityLabel.tsx';
import classes from './usage.module.css';

interface Properties {
  locations: readonly LocationUsage[];
  products: readonly ProductKey[];
}

const rowLimit = 20;
/** Minimum number of uses in the previous 28 days for which a percentage is shown. */
const minimumUses = 5;

/**
 * Usage by location in the last 28 days, with the change from the previous 28 days. Quiet locations
 * come first.
 */
export function LocationUsageTable({ locations, products: shown }: Properties) {
  const [all, setAll] = useState(false);
  const rank = ({ activity }: LocationUsage) => locationActivities.indexOf(activity);
  const rows = locations.toSorted(
    (a, b) => rank(a) - rank(b) || a.locationName.localeCompare(b.locationName),
  );
  return (
    <Stack gap="xs" data-guide="usage-locations">
      <Group gap={4}>
        <Title order={3} size="h5">
          By location ({locations.length})
        </Title>
        <MetricInfo metric="locationUsage" />
      </Group>
      <Table.ScrollContainer
        minWidth={280}
        tabIndex={0}
        role="region"
        aria-label="Usage by location"
      >
        <Table className={classes.table}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Location</Table.Th>
              <Table.Th>Activity</Table.Th>
              {shown.map((product) => (
                <Table.Th key={product} ta="right">
                  {products[product].name}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.slice(0, all ? undefined : rowLimit).map((location) => (
              <Table.Tr key={location.locationId}>
                <Table.Th scope="row" fw={500}>
                  {location.locationName}
                </Table.Th>
                <Table.Td>
                  <LocationActivityLabel activity={location.activity} />
                </Table.Td>
                {shown.map((product) => (
                  <Table.Td key={product} ta="right">
                    <Use location={location} product={product} />
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {!all && rows.length > rowLimit && (
        <Button variant="subtle" size="xs" onClick={() => setAll(true)}>
          Show all {rows.length} locations
        </Button>
      )}
    </Stack>
  );
}

function Use({ location, product }: { location: LocationUsage; product: ProductKey }) {
  const now = location.usage[product];
  if (now === undefined) return '–';
  const before = location.previousUsage[product] ?? 0;
  const change =
    location.activity === 'silent' || before < minimumUses ? null : percentChange(before, now);
  return (
    <>
      {usageText(product, now)}
      {change !== null && (
        <Text size="xs" component="div">
          <Change value={change} unit="%" />
        </Text>
      )}
    </>
  );
}
