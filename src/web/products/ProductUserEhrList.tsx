import { Button, Skeleton, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { countText } from '#shared/core/words.ts';
import {
  type EhrCounts,
  minimumNamedEhrCustomers,
  type ProductProof,
} from '#shared/products/proof.ts';
import { ProductSection } from './ProductSection.tsx';
import classes from './product.module.css';

const title = 'Works with these EHRs';
const initialRows = 8;

/** EHRs of the practices that use the product. */
export function ProductUserEhrList({ proof }: { proof: UseQueryResult<ProductProof> }) {
  if (proof.isError && proof.data === undefined) return null;
  if (proof.data === undefined) {
    return (
      <ProductSection guide="product-systems" title={title}>
        <Skeleton height={240} radius="lg" aria-label="Loading EHRs" />
      </ProductSection>
    );
  }
  const { systems } = proof.data;
  if (systems === null || systems.practices === 0) {
    return (
      <ProductSection guide="product-systems" title={title}>
        <div className={classes.card}>
          <Text>No figures yet. No practice used the product in the last official week.</Text>
        </div>
      </ProductSection>
    );
  }
  return (
    <ProductSection
      guide="product-systems"
      title={title}
      lead={`EHRs of the ${countText(systems.practices, 'practice')} that used the product in the 28 days ending with the last official week.`}
    >
      <Systems systems={systems} />
    </ProductSection>
  );
}

function Systems({ systems }: { systems: EhrCounts }) {
  const [showsAll, setShowsAll] = useState(false);
  const { named, otherPractices, unknownPractices } = systems;
  const most = Math.max(...named.map(({ practices }) => practices), 1);
  const rest: string[] = [];
  if (otherPractices > 0)
    rest.push(
      `${countText(otherPractices, 'practice')} on EHRs with fewer than ${minimumNamedEhrCustomers} customers, which are not named`,
    );
  if (unknownPractices > 0)
    rest.push(`${countText(unknownPractices, 'practice')} without an EHR on record`);
  return (
    <div className={classes.card}>
      <ul className={classes.systems}>
        {named
          .slice(0, showsAll ? undefined : initialRows)
          .map(({ name, practices, customers }) => (
            <li key={name} className={classes.system}>
              <span>{name}</span>
              <span className={classes.systemBar} aria-hidden>
                <span
                  className={classes.bar}
                  style={{ inlineSize: `${(100 * practices) / most}%` }}
                />
              </span>
              <span className={classes.systemCount}>
                {countText(practices, 'practice')}
                <Text span size="xs" c="dimmed">
                  {' '}
                  of {countText(customers, 'customer')}
                </Text>
              </span>
            </li>
          ))}
      </ul>
      {named.length > initialRows && (
        <Button
          variant="subtle"
          size="xs"
          mt="xs"
          ml={-12}
          onClick={() => setShowsAll(!showsAll)}
          aria-expanded={showsAll}
        >
          {showsAll ? 'Show fewer' : `Show all ${named.length}`}
        </Button>
      )}
      {rest.length > 0 && (
        <Text size="xs" c="dimmed" mt="xs">
          Also {rest.join('; ')}.
        </Text>
      )}
    </div>
  );
}
