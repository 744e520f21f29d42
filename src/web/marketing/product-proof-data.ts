import type { ProductPageKey } from '#shared/product-pages.ts';
import { getProductProof } from '#shared/product-proof.ts';
import { endpointQuery } from '#web/api.ts';

export const productProofQuery = (product: ProductPageKey) => endpointQuery(getProductProof, { params: { product } });
