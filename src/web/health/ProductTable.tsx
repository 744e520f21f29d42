import { Anchor, Badge, Table, Text, Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { addDays } from '#shared/core/dates.ts';
import { paths } from '#shared/core/pages/paths.ts';
import { productPageFor } from '#shared/core/pages/product-page-products.ts';
import { dayInWords } from '#shared/core/words.ts';
import type { Benchmark } from '#shared/health/benchmarks.ts';
import type { FeatureTarget, InstitutionHealth } from '#shared/health/health.ts';
import {
  measuredLocationsText,
  type ProductRow,
  productRows,
  targetCaption,
  targetText,
  usageText,
} from '#shared/health/product-table.ts';
import { Change } from '#web/ui/Change.tsx';
import { tierStyles, tierTextColor } from '#web/ui/tier/tiers.ts';
import { benchmarksQuery, featureTargetsQuery, weeklyComparisonQuery } from './data.ts';
import classes from './ProductTable.module.css';

interface Properties {
  health: InstitutionHealth;
  /**
   * Called when the user opens a product's page, to close the dialog that contains the table.
   * `undefined` outside a dialog.
   */
  onLeave: (() => void) | undefined;
}

/** Table of products with previous and current 28-day usage, score and target. */
export function ProductTable({ health, onLeave }: Properties) {
  const targets = useQuery(featureTargetsQuery(health.institutionId));
  const benchmarks = useQuery(benchmarksQuery);
  const comparison = useQuery(weeklyComparisonQuery);
  const rows = productRows(health);
  const measured = targets.data ? measuredLocationsText(targets.data) : null;
  if (rows.length === 0) return <Text c="dimmed">No products</Text>;
  return (
    <Table.ScrollContainer
      minWidth={240}
      tabIndex={0}
      role="region"
      aria-label="Products"
      data-guide="products"
    >
      <Table className={classes.table}>
        <Table.Caption>
          Current: 28 days ending {dayInWords(health.weekEndDate)}. Previous: the 28 days before,
          ending {dayInWords(addDays(health.weekEndDate, -28))}. The score is usage as a percentage
          of the peer benchmark
          {measured !== null && `. ${measured}`}
        </Table.Caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Product</Table.Th>
            <Table.Th ta="right" className={classes.previous}>
              Previous
            </Table.Th>
            <Table.Th ta="right">Current</Table.Th>
            <Table.Th ta="right">Change</Table.Th>
            <Table.Th ta="right">Score</Table.Th>
            <Table.Th ta="right">
              Target
              <Text size="xs" c="dimmed" fw={400}>
                {targetCaption(health.healthTier)}
              </Text>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.product}>
              <Table.Th
                scope="row"
                fw={row.isSubItem ? 400 : 500}
                className={row.isSubItem ? classes.subItem : undefined}
              >
                <Anchor
                  component={Link}
                  to={paths.product(productPageFor(row.product))}
                  onClick={onLeave}
                  inherit
                  c="inherit"
                >
                  {row.name}
                </Anchor>
                {!row.entitled && (
                  <Text span size="xs" c="dimmed">
                    {' '}
                    not sold
                  </Text>
                )}
              </Table.Th>
              <Table.Td ta="right" className={classes.previous}>
                {row.previous === undefined ? '–' : usageText(row.product, row.previous)}
              </Table.Td>
              <Table.Td ta="right">
                {row.current === undefined ? '–' : usageText(row.product, row.current)}
              </Table.Td>
              <Table.Td ta="right">
                <ProductChange row={row} />
              </Table.Td>
              <Table.Td ta="right">
                <ScoreBadge
                  row={row}
                  explanation={explain(
                    row,
                    targets.data?.featureTargets[row.product],
                    benchmarks.data?.overall[row.product],
                    comparison.data?.benchmarks[row.product]?.previous ?? undefined,
                  )}
                />
              </Table.Td>
              <Table.Td ta="right">
                {targetText(row.product, targets.isError ? null : targets.data)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function ProductChange({ row }: { row: ProductRow }) {
  if (row.change !== undefined) return <Change value={row.change} unit="%" />;
  if ((row.current ?? 0) > 0 && row.previous === 0)
    return (
      <Text inherit c="var(--tier-healthy)">
        new
      </Text>
    );
  return '–';
}

function ScoreBadge({ row, explanation }: { row: ProductRow; explanation: string }) {
  if (row.score === undefined) {
    return (
      <Tooltip
        label={
          row.entitled
            ? 'Not measured, because the connection is silent or there are too few peers'
            : 'Not sold to this customer, so not scored'
        }
      >
        <span>–</span>
      </Tooltip>
    );
  }
  const { tier } = row;
  return (
    <Tooltip label={explanation} multiline maw={320}>
      <Badge
        variant="outline"
        color={tierTextColor(tier)}
        c={tierTextColor(tier)}
        miw="max-content"
        leftSection={<span aria-hidden>{tierStyles[tier].mark}</span>}
      >
        {row.score}%
      </Badge>
    </Tooltip>
  );
}

function explain(
  row: ProductRow,
  target: FeatureTarget | undefined,
  overall: Benchmark | undefined,
  overallBefore: number | undefined,
): string {
  const parts: string[] = [];
  const each = (isPerLocation: boolean) => (isPerLocation ? ' per location' : '');
  if (target?.benchmark != null)
    parts.push(
      `Peers' median: ${usageText(row.product, target.benchmark)}${each(target.isPerLocation)}.`,
    );
  if (overall !== undefined) {
    const before =
      overallBefore === undefined
        ? ''
        : `, ${usageText(row.product, overallBefore)} the week before`;
    parts.push(
      `All customers' median: ${usageText(row.product, overall.benchmark)}${each(overall.isPerLocation)}${before}.`,
    );
  }
  return parts.length === 0 ? 'Usage as a percentage of the peer benchmark' : parts.join(' ');
}
