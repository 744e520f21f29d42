import type { ProductPageKey } from '#shared/core/pages/product-page-products.ts';
import { getProductProof } from '#shared/products/proof.ts';
import { endpointQuery } from '#web/core/api.ts';

export const productProofQuery = (product: ProductPageKey) =>
  endpointQuery(getProductProof, { params: { product } });
