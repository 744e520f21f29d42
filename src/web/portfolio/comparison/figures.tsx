import { Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { type ProductKey, products } from '#shared/core/products.ts';
import { percentChange } from '#shared/health/rules.ts';
import { signedText } from '#shared/list/column.ts';
import { Change } from '#web/ui/Change.tsx';

/** The head of a column of figures. */
export function FigureHead({ children }: { children: ReactNode }) {
  return (
    <Table.Th scope="col" ta="right">
      {children}
    </Table.Th>
  );
}

/** The head of a product's row; a sub-product stands under its parent. */
export function ProductCell({ product, children }: { product: ProductKey; children?: ReactNode }) {
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
  /** Of the peers: a rise of theirs is no good news for the customer, and a fall no bad one. */
  isPeers?: boolean;
}

/** A change in percent; inside the flat band it is grey, because it says nothing. */
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

/** A product score or a median of them in whole percent; '–' where there is none. */
export const scoreText = (score: number | null): string => (score === null ? '–' : `${Math.round(score)}%`);
