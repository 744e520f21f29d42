import { Stack, Table, Text, Title } from '@mantine/core';
import { products } from '#shared/core/products.ts';
import { sizeTiers, type TierLimits } from '#shared/core/tiers.ts';
import { countText, numberText, shareText } from '#shared/core/words.ts';
import type { ListedInstitution } from '#shared/portfolio/list.ts';
import {
  buildHeatMap,
  createBelowMediumFilter,
  type HeatMapCell,
} from '#shared/portfolio/rules.ts';
import { createHeatScale } from '#web/ui/chart/heat.ts';
import { RowsLink } from '#web/ui/rows/RowsLink.tsx';
import classes from './portfolio.module.css';

/**
 * Heat map of the share of customers whose product score is below Medium, by product and size tier.
 */
export function LowProductScoreHeatMap({
  rows,
  limits,
}: {
  rows: readonly ListedInstitution[];
  limits: TierLimits;
}) {
  const cells = buildHeatMap(rows, limits);
  const byProduct = Map.groupBy(cells, ({ product }) => product);
  const shade = createHeatScale(
    cells.flatMap(({ share }) => share ?? []),
    'var(--tier-critical)',
  );
  return (
    <Stack gap="sm" data-guide="portfolio-heat-map">
      <div>
        <Title order={2} size="h5">
          Below Medium by product and size
        </Title>
        <Text size="xs" c="dimmed">
          Share of customers with a product score below {limits.mediumFrom}%. A darker cell means a
          larger share. Click a number to see the customers.
        </Text>
      </div>
      <Table.ScrollContainer minWidth={420}>
        <Table withRowBorders={false} className={classes.matrix}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Product</Table.Th>
              {sizeTiers.map((tier) => (
                <Table.Th key={tier} scope="col" ta="right">
                  {tier}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {[...byProduct].map(([product, cells]) => (
              <Table.Tr key={product}>
                <Table.Th scope="row">{products[product].name}</Table.Th>
                {cells.map((cell) => (
                  <Table.Td
                    key={cell.sizeTier}
                    ta="right"
                    style={{ background: cell.share === null ? undefined : shade(cell.share) }}
                  >
                    <Cell cell={cell} limits={limits} />
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Stack>
  );
}

function Cell({
  cell: { share, belowMedium, institutions, sizeTier, product },
  limits,
}: {
  cell: HeatMapCell;
  limits: TierLimits;
}) {
  if (share === null) {
    return (
      <Text
        span
        size="sm"
        c="dimmed"
        title={`${countText(institutions, 'customer')}: too few for a percentage`}
      >
        –
      </Text>
    );
  }
  return (
    <RowsLink
      filters={[
        { column: 'sizeTier', kind: 'one-of', values: [sizeTier] },
        createBelowMediumFilter(product, limits),
      ]}
      size="sm"
      c="inherit"
      title={`${numberText(belowMedium)} of ${countText(institutions, 'customer')}`}
      of={`of ${institutions} ${sizeTier} customers below Medium with ${products[product].name}`}
    >
      {shareText(share)}
    </RowsLink>
  );
}
