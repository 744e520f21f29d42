import { Button, Skeleton, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { counted } from '#shared/core/words.ts';
import { minimumSystemCustomers, type ProductProof, type RecordsSystems } from '#shared/products/proof.ts';
import { ProductSection } from './ProductSection.tsx';
import classes from './product.module.css';

const title = 'Records systems it runs with';
const shownFirst = 8;

/** With which EHRs the practices that use the product run. */
export function ProductSystems({ proof }: { proof: UseQueryResult<ProductProof> }) {
  if (proof.isError && proof.data === undefined) return null;
  if (proof.data === undefined) {
    return (
      <ProductSection guide="product-systems" title={title}>
        <Skeleton height={240} radius="lg" aria-label="Loading the records systems" />
      </ProductSection>
    );
  }
  const { systems } = proof.data;
  if (systems === null || systems.practices === 0) {
    return (
      <ProductSection guide="product-systems" title={title}>
        <div className={classes.card}>
          <Text>Not measured yet: no practice has used it in an official week.</Text>
        </div>
      </ProductSection>
    );
  }
  return (
    <ProductSection
      guide="product-systems"
      title={title}
      lead={`The EHRs of the ${counted(systems.practices, 'practice')} that used it in the last 28 official days.`}
    >
      <Systems systems={systems} />
    </ProductSection>
  );
}

function Systems({ systems }: { systems: RecordsSystems }) {
  const [showsAll, setShowsAll] = useState(false);
  const { named, otherPractices, unknownPractices } = systems;
  const most = Math.max(...named.map(({ practices }) => practices), 1);
  const rest: string[] = [];
  if (otherPractices > 0)
    rest.push(`${counted(otherPractices, 'practice')} on systems of fewer than ${minimumSystemCustomers} customers, which are not named`);
  if (unknownPractices > 0) rest.push(`${counted(unknownPractices, 'practice')} whose system is not on record`);
  return (
    <div className={classes.card}>
      <ul className={classes.systems}>
        {named.slice(0, showsAll ? undefined : shownFirst).map(({ name, practices, customers }) => (
          <li key={name} className={classes.system}>
            <span>{name}</span>
            <span className={classes.systemBar} aria-hidden>
              <span className={classes.bar} style={{ inlineSize: `${(100 * practices) / most}%` }} />
            </span>
            <span className={classes.systemCount}>
              {counted(practices, 'practice')}
              <Text span size="xs" c="dimmed">
                {' '}
                of {counted(customers, 'customer')}
              </Text>
            </span>
          </li>
        ))}
      </ul>
      {named.length > shownFirst && (
        <Button variant="subtle" size="xs" mt="xs" ml={-12} onClick={() => setShowsAll(!showsAll)} aria-expanded={showsAll}>
          {showsAll ? 'Show the most used' : `Show all ${named.length}`}
        </Button>
      )}
      {rest.length > 0 && (
        <Text size="xs" c="dimmed" mt="xs">
          Besides: {rest.join('; ')}.
        </Text>
      )}
    </div>
  );
}
