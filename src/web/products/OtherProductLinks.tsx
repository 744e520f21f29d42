import { Text } from '@mantine/core';
import { Link } from 'react-router';
import { paths } from '#shared/core/pages/paths.ts';
import {
  type ProductPageKey,
  productPageKeys,
  productPageTitles,
} from '#shared/core/pages/product-page-products.ts';
import { productContents } from './content/all.ts';
import { ProductSection } from './ProductSection.tsx';
import classes from './product.module.css';

export function OtherProductLinks({ page }: { page: ProductPageKey }) {
  return (
    <ProductSection title="Other products">
      <nav aria-label="Products" className={classes.neighbours}>
        {productPageKeys
          .filter((key) => key !== page)
          .map((key) => (
            <Link key={key} to={paths.product(key)} className={classes.neighbour}>
              <Text fw={600}>{productPageTitles[key]}</Text>
              <Text size="sm" c="dimmed" mt={2}>
                {productContents[key].promise}
              </Text>
            </Link>
          ))}
      </nav>
    </ProductSection>
  );
}
