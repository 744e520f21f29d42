import { Stack, Table, Text, Title } from '@mantine/core';
import { numberText } from '#shared/core/words.ts';
import { usageText } from '#shared/health/product-table.ts';
import type { PortfolioProductComparison } from '#shared/portfolio/comparison.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import classes from './comparison.module.css';
import {
  NumberColumnHeading,
  PercentChangeCell,
  ProductRowHeading,
  wholePercentText,
} from './figures.tsx';

/** Table of products in both weeks: the customers' scores and usage, and the benchmarks. */
export function ProductWeekComparisonTable({
  products,
  flatBand,
}: {
  products: readonly PortfolioProductComparison[];
  flatBand: number;
}) {
  return (
    <Stack gap="sm" data-guide="comparison-products">
      <Title order={2} size="h5">
        Products
      </Title>
      {products.length === 0 && <Text size="sm">No product could be measured.</Text>}
      <Table.ScrollContainer minWidth={760}>
        <Table className={classes.products}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Product</Table.Th>
              <NumberColumnHeading>Customers</NumberColumnHeading>
              <NumberColumnHeading>
                Median score <MetricInfo metric="productScore" />
              </NumberColumnHeading>
              <NumberColumnHeading>Change</NumberColumnHeading>
              <NumberColumnHeading>
                Usage <MetricInfo metric="usage" />
              </NumberColumnHeading>
              <NumberColumnHeading>Change</NumberColumnHeading>
              <NumberColumnHeading>
                Benchmark <MetricInfo metric="benchmark" />
              </NumberColumnHeading>
              <NumberColumnHeading>Change</NumberColumnHeading>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {products.map(({ product, customers, medianScore, usage, benchmark }) => (
              <Table.Tr key={product}>
                <ProductRowHeading product={product} />
                <Table.Td ta="right">{numberText(customers.to)}</Table.Td>
                <FromTo
                  from={wholePercentText(medianScore.from)}
                  to={wholePercentText(medianScore.to)}
                />
                <PercentChangeCell
                  from={medianScore.from}
                  to={medianScore.to}
                  flatBand={flatBand}
                />
                <FromTo from={usageText(product, usage.from)} to={usageText(product, usage.to)} />
                <PercentChangeCell from={usage.from} to={usage.to} flatBand={flatBand} />
                <FromTo
                  from={benchmark.from === null ? '–' : usageText(product, benchmark.from)}
                  to={benchmark.to === null ? '–' : usageText(product, benchmark.to)}
                />
                <PercentChangeCell
                  from={benchmark.from}
                  to={benchmark.to}
                  flatBand={flatBand}
                  isPeers
                />
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Stack>
  );
}

function FromTo({ from, to }: { from: string; to: string }) {
  return (
    <Table.Td ta="right" style={{ whiteSpace: 'nowrap' }}>
      <Text span inherit c="dimmed">
        {from} →
      </Text>{' '}
      {to}
    </Table.Td>
  );
}
