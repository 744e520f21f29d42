import { Stack, Text } from '@mantine/core';
import { productPageTitles } from '#shared/core/pages/product-page-products.ts';
import { PageTitle } from '#web/ui/page/PageTitle.tsx';
import type { ProductContent } from './content/content.ts';
import { ProductIllustration } from './ProductIllustration.tsx';
import classes from './product.module.css';

export function ProductHero({ content }: { content: ProductContent }) {
  return (
    <header className={classes.hero}>
      <Stack gap="md">
        <PageTitle className={classes.title}>{productPageTitles[content.page]}</PageTitle>
        <Text className={classes.promise}>{content.promise}</Text>
        <Text c="dimmed" maw="60ch">
          {content.problem}
        </Text>
      </Stack>
      <ProductIllustration page={content.page} />
    </header>
  );
}
