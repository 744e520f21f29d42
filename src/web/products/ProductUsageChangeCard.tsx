import { Text, Title } from '@mantine/core';
import { products } from '#shared/core/products.ts';
import { countText, dayInWords } from '#shared/core/words.ts';
import {
  type MedianUsageChange,
  type ProductProof,
  type ProductUsageChange,
  proofConfidence,
} from '#shared/products/proof.ts';
import classes from './product.module.css';
import {
  changeDirectionText,
  excludedCustomersText,
  hiddenReasonText,
  medianUsageText,
  signedPercentText,
} from './product-proof-words.ts';
import { UsageChangeHistogram } from './UsageChangeHistogram.tsx';

interface Properties {
  measure: ProductUsageChange;
  compared: NonNullable<ProductProof['compared']>;
}

export function ProductUsageChangeCard({ measure, compared }: Properties) {
  const { name } = products[measure.product];
  const leftOut = excludedCustomersText(measure);
  return (
    <article className={classes.measure} aria-label={`${name}: change in usage`}>
      <div>
        <Title order={3} size="h5">
          {name}
        </Title>
        {measure.result === null ? (
          <Text mt="xs">{hiddenReasonText(measure)}</Text>
        ) : (
          <Figures measure={measure} result={measure.result} compared={compared} />
        )}
        {leftOut !== null && (
          <Text size="xs" c="dimmed" mt="sm">
            {leftOut}
          </Text>
        )}
      </div>
      {measure.result !== null && (
        <UsageChangeHistogram name={name} result={measure.result} customers={measure.customers} />
      )}
    </article>
  );
}

function Figures({ measure, result, compared }: Properties & { result: MedianUsageChange }) {
  const { interval } = result;
  return (
    <>
      <div className={classes.figure}>
        {signedPercentText(result.medianChange)}{' '}
        <span className={classes.figureUnit}>median change</span>
      </div>
      <Text size="sm">
        {100 * proofConfidence}% interval {signedPercentText(interval.low)} to{' '}
        {signedPercentText(interval.high)}, from {countText(measure.customers, 'customer')}
      </Text>
      <Text size="sm" fw={600} mt={4}>
        {changeDirectionText(interval)}
      </Text>
      <Text size="xs" c="dimmed" mt="md">
        Median usage per location in the 28 days ending
      </Text>
      <dl className={classes.windows}>
        <Window
          label={dayInWords(compared.before.to)}
          value={result.medianBefore}
          result={result}
          measure={measure}
        />
        <Window
          label={dayInWords(compared.now.to)}
          value={result.medianNow}
          result={result}
          measure={measure}
        />
      </dl>
    </>
  );
}

function Window({
  label,
  value,
  result,
  measure,
}: {
  label: string;
  value: number;
  result: MedianUsageChange;
  measure: ProductUsageChange;
}) {
  const longest = Math.max(result.medianBefore, result.medianNow, 1);
  return (
    <div className={classes.window}>
      <dt>{label}</dt>
      <dd>
        <span className={classes.bar} style={{ inlineSize: `${(60 * value) / longest}%` }} />
        {medianUsageText(measure.product, value)}
      </dd>
    </div>
  );
}
