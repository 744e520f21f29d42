import { Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { type ProductKey, products } from '#shared/core/products.ts';
import { percentChange } from '#shared/health/rules.ts';
import { signedText } from '#shared/list/column.ts';
import { Change } from '#web/ui/Change.tsx';

/** Column heading for numbers. */
export function NumberColumnHeading({ children }: { children: ReactNode }) {
  return (
    <Table.Th scope="col" ta="right">
      {children}
    </Table.Th>
  );
}

/** Row heading for a product; sub-products are indented. */
export function ProductRowHeading({
  product,
  children,
}: {
  product: ProductKey;
  children?: ReactNode;
}) {
  return (
    <Table.Th scope="row" fw={500} pl={products[product].parent === undefined ? 'sm' : 'lg'}>
      {products[product].name}
      {children}
    </Table.Th>
  );
}

interface Percent {
  from: number | null;
  to: number | null;
  flatBand: number;
  /**
   * `true` for a change of the peers' figures. It gets no color, because it is neither good nor bad
   * news for the customer.
   */
  isPeers?: boolean;
}

/** Table cell with a percent change. A change within the flat band is gray. */
export function PercentChangeCell({ from, to, flatBand, isPeers = false }: Percent) {
  const change = percentChange(from, to);
  return (
    <Table.Td ta="right">
      {change !== null && Math.abs(change) > flatBand && !isPeers ? (
        <Change value={change} unit="%" digits={1} />
      ) : (
        <Text span inherit c="dimmed">
          {change === null ? '–' : signedText(change, '%', 1)}
        </Text>
      )}
    </Table.Td>
  );
}

/** Formats a product score or median score as a whole percent; '–' for `null`. */
export const wholePercentText = (score: number | null): string =>
  score === null ? '–' : `${Math.round(score)}%`;
