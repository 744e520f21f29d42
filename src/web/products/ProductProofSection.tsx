import { Skeleton, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { dayInWords } from '#shared/core/words.ts';
import type { ProductProof } from '#shared/products/proof.ts';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { ProductSection } from './ProductSection.tsx';
import { ProductUsageChangeCard } from './ProductUsageChangeCard.tsx';
import classes from './product.module.css';
import { medianChangeExplanationText } from './product-proof-words.ts';

const title = 'What the figures say';

/** Section with the change in customers' usage and its definition. */
export function ProductProofSection({ proof }: { proof: UseQueryResult<ProductProof> }) {
  if (proof.data === undefined) {
    return (
      <ProductSection guide="product-proof" title={title}>
        {proof.isError ? (
          <ErrorState
            title="Couldn’t load the figures"
            error={proof.error}
            onRetry={() => void proof.refetch()}
          />
        ) : (
          <Skeleton height={320} radius="lg" aria-label="Loading the figures" />
        )}
      </ProductSection>
    );
  }
  const { compared, measures } = proof.data;
  if (compared === null) {
    return (
      <ProductSection guide="product-proof" title={title}>
        <div className={classes.card}>
          <Text>
            No figures yet. The first comparison needs two official weeks that are at least four
            weeks apart.
          </Text>
        </div>
      </ProductSection>
    );
  }
  return (
    <ProductSection
      guide="product-proof"
      title={title}
      lead={`The figures cover all customers as of ${dayInWords(compared.now.to)}, and include products whose usage fell.`}
    >
      <Text size="sm" c="dimmed" maw="85ch">
        <Text span inherit fw={600} c="var(--mantine-color-text)">
          What “median change” means:
        </Text>{' '}
        {medianChangeExplanationText(compared)}
      </Text>
      <div className={classes.measures}>
        {measures.map((measure) => (
          <ProductUsageChangeCard key={measure.product} measure={measure} compared={compared} />
        ))}
      </div>
    </ProductSection>
  );
}
