import { buildUrl } from '#shared/core/endpoint.ts';
import { paths } from '#shared/core/pages/paths.ts';
import { productPageKeys } from '#shared/core/pages/product-page-products.ts';
import { getProductProof } from '#shared/products/proof.ts';
import type { PagePreloads } from '#web/ui/page/preloads.ts';

export const preloadsByPage: PagePreloads = Object.fromEntries(
  productPageKeys.map((product) => [
    paths.product(product),
    {
      parts: ['src/web/products/ProductPage.tsx'],
      calls: [buildUrl(getProductProof.path, { product })],
    },
  ]),
);
