import { Stack, Table, Text, Title } from '@mantine/core';
import { products } from '#shared/core/products.ts';
import { tierOf } from '#shared/core/scoring-rules.ts';
import { sizeTiers, type TierLimits } from '#shared/core/tiers.ts';
import type { ListedInstitution } from '#shared/portfolio/list.ts';
import { type HeatCell, heatMap } from '#shared/portfolio/rules.ts';
import { RowsLink } from '#web/ui/RowsLink.tsx';
import { tierLooks } from '#web/ui/tiers.ts';
import classes from './portfolio.module.css';

/** The median product score of each product in each size tier; the colour is that of the tier the median falls in. */
export function HeatMap({ rows, limits }: { rows: readonly ListedInstitution[]; limits: TierLimits }) {
  const byProduct = Map.groupBy(heatMap(rows), ({ product }) => product);
  return (
    <Stack gap="sm" data-guide="portfolio-heat-map">
      <Title order={2} size="h5">
        Median product score by size
      </Title>
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
                  <Table.Td key={cell.sizeTier} ta="right">
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

function Cell({ cell: { medianScore, institutions, sizeTier, product }, limits }: { cell: HeatCell; limits: TierLimits }) {
  if (medianScore === null) {
    return (
      <Text span size="sm" c="dimmed" title={`${institutions} institutions: too few for a median`}>
        –
      </Text>
    );
  }
  const look = tierLooks[tierOf(medianScore, limits)];
  return (
    <RowsLink
      filters={[
        { column: 'sizeTier', kind: 'one-of', values: [sizeTier] },
        { column: `${product}Score`, kind: 'filled' },
      ]}
      size="sm"
      c="inherit"
      of={`median of ${products[product].name} over ${institutions} ${sizeTier} customers`}
    >
      <span aria-hidden style={{ color: look.fill }}>
        {look.mark}
      </span>{' '}
      {Math.round(medianScore)}%
    </RowsLink>
  );
}
