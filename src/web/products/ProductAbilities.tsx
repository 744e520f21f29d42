import { Text, Title } from '@mantine/core';
import type { TitledText } from './content/content.ts';
import { ProductSection } from './ProductSection.tsx';
import classes from './product.module.css';

export function ProductAbilities({ abilities }: { abilities: readonly TitledText[] }) {
  return (
    <ProductSection guide="product-abilities" title="What it does">
      <ul className={classes.abilities}>
        {abilities.map(({ title, text }) => (
          <li key={title} className={classes.card}>
            <Title order={3} size="h5">
              {title}
            </Title>
            <Text c="dimmed" size="sm" mt={6}>
              {text}
            </Text>
          </li>
        ))}
      </ul>
    </ProductSection>
  );
}

export function ProductSteps({ steps }: { steps: readonly TitledText[] }) {
  return (
    <ProductSection guide="product-steps" title="How practices use it">
      <ol className={classes.steps}>
        {steps.map(({ title, text }, index) => (
          <li key={title} className={classes.step}>
            <span className={classes.stepNumber} aria-hidden>
              {index + 1}
            </span>
            <div>
              <Title order={3} size="h5">
                {title}
              </Title>
              <Text c="dimmed" size="sm" mt={4}>
                {text}
              </Text>
            </div>
          </li>
        ))}
      </ol>
    </ProductSection>
  );
}
