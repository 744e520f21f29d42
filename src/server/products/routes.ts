import type { FastifyInstance } from 'fastify';
import type { Queries } from '#server/core/db/database.ts';
import type { Dependencies } from '#server/core/dependencies.ts';
import { route } from '#server/core/http/route.ts';
import { readPracticeListCacheVersion } from '#server/institutions/queries.ts';
import { findOfficialWeekStarts } from '#server/scoring/week-queries.ts';
import {
  type ProductPageKey,
  productPageProducts,
} from '#shared/core/pages/product-page-products.ts';
import { getProductProof, type ProductProof } from '#shared/products/proof.ts';
import { countEhrsUsingProducts, findUsageChanges } from './proof-queries.ts';
import { chooseComparedWeeks, medianChangeWithInterval, toComparedWindows } from './proof-rules.ts';

export function productsRoutes(app: FastifyInstance, { database }: Dependencies): void {
  const proofOf = proofCache();
  route(app, getProductProof, ({ params }) => proofOf(database.reading(), params.product));
}

/**
 * Returns a function that caches the proof of each page. Closed weeks never change, so a proof
 * depends only on the official weeks and the practices.
 */
function proofCache(): (database: Queries, page: ProductPageKey) => Promise<ProductProof> {
  const cache = new Map<ProductPageKey, { version: string; proof: Promise<ProductProof> }>();
  return async (database, page) => {
    const version = await readPracticeListCacheVersion(database);
    const cached = cache.get(page);
    if (cached?.version === version) return cached.proof;
    const proof = makeProof(database, page);
    cache.set(page, { version, proof });
    proof.catch(() => cache.delete(page));
    return proof;
  };
}

async function makeProof(database: Queries, page: ProductPageKey): Promise<ProductProof> {
  const keys = productPageProducts[page];
  const weeks = await findOfficialWeekStarts(database);
  const compared = chooseComparedWeeks(weeks);
  const rows = compared === null ? [] : await findUsageChanges(database, keys, compared);
  const newest = weeks[0];
  return {
    page,
    compared: compared && toComparedWindows(compared),
    measures: rows.map(
      ({ product, changes, medianBefore, medianNow, unusedBefore, notMeasurableNow }) => ({
        product,
        customers: changes.length,
        unusedBefore,
        notMeasurableNow,
        result: medianChangeWithInterval(changes, { before: medianBefore, now: medianNow }),
      }),
    ),
    systems: newest === undefined ? null : await countEhrsUsingProducts(database, keys, newest),
  };
}
