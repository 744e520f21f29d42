import { Stack, Text, Title } from '@mantine/core';
import { productPageTitles } from '#shared/product-proof.ts';
import { ProductIllustration } from './ProductIllustration.tsx';
import classes from './product.module.css';
import type { ProductContent } from './products/content.ts';

export function ProductHero({ content }: { content: ProductContent }) {
  return (
    <header className={classes.hero}>
      <Stack gap="md">
        <Title order={1} className={classes.title}>
          {productPageTitles[content.page]}
        </Title>
        <Text className={classes.promise}>{content.promise}</Text>
        <Text c="dimmed" maw="60ch">
          {content.problem}
        </Text>
      </Stack>
      <ProductIllustration page={content.page} />
    </header>
  );
}
