import { queryOptions } from '@tanstack/react-query';
import { urlOf } from '#shared/endpoint.ts';
import type { ProductPageKey } from '#shared/product-pages.ts';
import { getProductProof } from '#shared/product-proof.ts';
import { call } from '#web/api.ts';

export const productProofQuery = (product: ProductPageKey) =>
  queryOptions({
    queryKey: [urlOf(getProductProof.path, { product })],
    queryFn: ({ signal }) => call(getProductProof, { params: { product }, signal }),
  });
