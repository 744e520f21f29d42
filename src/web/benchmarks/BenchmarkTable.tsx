import { Group, Stack, Table, Text, Title, UnstyledButton, VisuallyHidden } from '@mantine/core';
import type { BenchmarkRow, getBenchmarkTable } from '#shared/benchmarks/table.ts';
import { usageText, usageUnitText } from '#shared/benchmarks/words.ts';
import type { ResponseOf } from '#shared/core/endpoint.ts';
import { type ProductKey, productKeys, products } from '#shared/core/products.ts';
import { countText, dayInWords, numberText } from '#shared/core/words.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { CustomersLink } from '#web/portfolio/CustomersLink.tsx';
import classes from './benchmarks.module.css';
import type { PeerGroupSelection } from './use-peer-group-choice.ts';
import { benchmarkChangeText, peerGroupLevelLabels } from './words.ts';

interface Properties {
  table: ResponseOf<typeof getBenchmarkTable>;
  choice: PeerGroupSelection;
}

/** Table of benchmarks by product and size tier: median, typical range, peers and change. */
export function BenchmarkTable({
  table: { rows, minimumPeers, comparedWeekEndDate },
  choice,
}: Properties) {
  return (
    <Stack gap="sm" data-guide="benchmark-table">
      <Title order={2} size="h5">
        Benchmarks by product and size
      </Title>
      <Table.ScrollContainer minWidth={700}>
        <Table withRowBorders={false} verticalSpacing={6} className={classes.table}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Size</Table.Th>
              <Table.Th scope="col" ta="right">
                Median <MetricInfo metric="benchmark" />
              </Table.Th>
              <Table.Th scope="col" className={classes.rangeColumn}>
                Typical range <MetricInfo metric="quartiles" />
              </Table.Th>
              <Table.Th scope="col" ta="right">
                4-week change <MetricInfo metric="benchmarkChange" />
              </Table.Th>
              <Table.Th scope="col" ta="right">
                Customers
              </Table.Th>
              <Table.Th scope="col" ta="right">
                Locations
              </Table.Th>
              <Table.Th scope="col">
                Compared with <MetricInfo metric="comparedWith" />
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          {productKeys.map((product) => (
            <ProductRows
              key={product}
              product={product}
              rows={rows.filter((row) => row.product === product)}
              choice={choice}
            />
          ))}
        </Table>
      </Table.ScrollContainer>
      <Text size="xs" c="dimmed">
        {comparedWeekEndDate === null
          ? 'There is no official week from four weeks ago to compare with.'
          : `Changes compare with the official week ending ${dayInWords(comparedWeekEndDate)}.`}{' '}
        A size with fewer than {minimumPeers} peers is compared with all customers. Peers are the
        customers of the last official week, including customers that have left since.
      </Text>
    </Stack>
  );
}

function ProductRows({
  product,
  rows,
  choice,
}: {
  product: ProductKey;
  rows: readonly BenchmarkRow[];
  choice: PeerGroupSelection;
}) {
  const end = Math.max(...rows.map(({ group }) => group?.quartileHigh ?? 0)) || 1;
  return (
    <Table.Tbody className={choice.product === product ? undefined : classes.otherProduct}>
      <Table.Tr>
        <Table.Th
          scope="rowgroup"
          colSpan={7}
          pt="md"
          pl={products[product].parent === undefined ? 0 : 'md'}
        >
          {products[product].name}{' '}
          <Text span size="xs" c="dimmed" fw={400}>
            {usageUnitText(product)}
          </Text>
        </Table.Th>
      </Table.Tr>
      {rows.map((row) => (
        <SizeRow key={row.sizeTier} row={row} end={end} choice={choice} />
      ))}
    </Table.Tbody>
  );
}

function SizeRow({
  row,
  end,
  choice,
}: {
  row: BenchmarkRow;
  end: number;
  choice: PeerGroupSelection;
}) {
  const { product, sizeTier, group, change, comparedWith, sizeTierInstitutions, leftSince } = row;
  const isChosen = choice.product === product && choice.sizeTier === sizeTier;
  const levels = (['tier_and_type', 'tier', 'all'] as const).filter(
    (level) => comparedWith[level] > 0,
  );
  if (group === null)
    return (
      <Table.Tr>
        <Table.Th scope="row">{sizeTier}</Table.Th>
        <Table.Td colSpan={6} c="dimmed">
          Not enough peers for a benchmark.
        </Table.Td>
      </Table.Tr>
    );
  const place = (value: number) => `${(100 * value) / end}%`;
  return (
    <Table.Tr data-chosen={isChosen || undefined}>
      <Table.Th scope="row">{sizeTier}</Table.Th>
      <Table.Td ta="right">
        <UnstyledButton
          className={classes.figure}
          aria-pressed={isChosen}
          onClick={() => choice.choose({ product, sizeTier })}
        >
          {usageText(product, group.benchmark)}{' '}
          <VisuallyHidden component="span">{`${products[product].name}, ${sizeTier}: show the distribution`}</VisuallyHidden>
        </UnstyledButton>
      </Table.Td>
      <Table.Td>
        <Group gap={8} wrap="nowrap">
          <span className={classes.range} aria-hidden>
            <span
              style={{
                insetInlineStart: place(group.quartileLow),
                insetInlineEnd: `calc(100% - ${place(group.quartileHigh)})`,
              }}
            />
            <i style={{ insetInlineStart: place(group.benchmark) }} />
          </span>
          <Text span size="xs" c="dimmed" className={classes.rangeText}>
            {usageText(product, group.quartileLow)} to {usageText(product, group.quartileHigh)}
          </Text>
        </Group>
      </Table.Td>
      <Table.Td ta="right">
        {change?.percent == null ? '–' : benchmarkChangeText(change.percent)}
        {change !== null && change.peerLevelBefore !== group.peerLevel && (
          <Text size="xs" c="dimmed">
            previously: {peerGroupLevelLabels[change.peerLevelBefore]}
          </Text>
        )}
      </Table.Td>
      <Table.Td ta="right">
        <CustomersLink
          filters={[
            ...(group.sizeTier === null
              ? []
              : [{ column: 'sizeTier', kind: 'one-of' as const, values: [group.sizeTier] }]),
            { column: `${product}Score`, kind: 'filled' },
            { column: 'inGrace', kind: 'is', value: false },
          ]}
          of={`peers for ${products[product].name}, ${sizeTier}`}
        >
          {numberText(group.institutions - leftSince)}
        </CustomersLink>
        {leftSince > 0 && (
          <Text size="xs" c="dimmed">
            and {numberText(leftSince)} that have left since
          </Text>
        )}
      </Table.Td>
      <Table.Td ta="right">{numberText(group.locations)}</Table.Td>
      <Table.Td>
        <Text size="xs" c="dimmed">
          {group.peerLevel === 'all'
            ? `Only ${countText(sizeTierInstitutions, 'peer')} of this size, so all customers are compared`
            : levels
                .map(
                  (level) => `${numberText(comparedWith[level])} by ${peerGroupLevelLabels[level]}`,
                )
                .join(', ') || '–'}
        </Text>
      </Table.Td>
    </Table.Tr>
  );
}
