import type { SeededRandom } from '#server/core/seeded-random.ts';
import { type ProductKey, products } from '#shared/core/products.ts';
import { productUsageModels } from './practice-types.ts';

export function drawEntitlementPeriods(
  { random, goLive }: { random: SeededRandom; goLive: number },
  today: number,
): { product: ProductKey; from: number; to: number | null }[] {
  const drawn = new Map<ProductKey, { product: ProductKey; from: number; to: number | null }>();
  for (const product of Object.values(products)) {
    const parent = product.parent && drawn.get(product.parent);
    if (product.parent && !parent) continue;
    if (!random.chance(productUsageModels[product.key].bought)) continue;
    const boughtLater = random.chance(0.18) && today - goLive > 200;
    const from = Math.max(
      boughtLater ? random.integer(goLive + 60, today - 20) : goLive,
      parent?.from ?? goLive,
    );
    const dropped = product.key !== 'onlineBooking' && random.chance(0.035) && today - from > 260;
    drawn.set(product.key, {
      product: product.key,
      from,
      to: dropped ? random.integer(from + 180, today - 10) : null,
    });
  }
  if (drawn.size === 0) drawn.set('reminders', { product: 'reminders', from: goLive, to: null });
  return [...drawn.values()];
}
