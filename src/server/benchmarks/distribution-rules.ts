import type { DistributionCustomer } from '#shared/benchmarks/table.ts';
import { minimumGroupSize } from '#shared/core/numbers/group-size.ts';
import { roundUp } from '#shared/core/numbers/round-up.ts';
import { type ProductKey, products } from '#shared/core/products.ts';
import type { findInstitutionUsage } from './distribution-queries.ts';

type InstitutionUsage = NonNullable<Awaited<ReturnType<typeof findInstitutionUsage>>>;

const targetBins = 16;
const maximumBins = 24;

/**
 * Splits the range from 0 to about `limit` into bins of equal, round width. The last bin has no
 * upper end. A limit of 0 gives one bin. The width is in uses, or in dollars for payments. It is
 * per location when the product is measured per location.
 */
export function chooseHistogramBins(limit: number): { width: number; bins: number } {
  if (!(limit > 0)) return { width: 1, bins: 1 };
  const width = roundUp(limit / targetBins);
  return { width, bins: Math.min(maximumBins, Math.floor(limit / width) + 1) };
}

/**
 * Returns a customer's usage of a product, and the reason when the customer can't be placed in the
 * distribution. Leaves out the percentile, which depends on the peer group.
 */
export function buildDistributionCustomer(
  institutionId: number,
  product: ProductKey,
  institutionUsageRow: InstitutionUsage,
): Omit<DistributionCustomer, 'percentile'> {
  const { name, measured_locations: measured, entitled, usage } = institutionUsageRow;
  const missing =
    measured === null
      ? 'not scored'
      : entitled !== true
        ? 'not sold'
        : measured === 0
          ? 'silent feed'
          : null;
  const divisor = products[product].isPerLocation ? (measured ?? 0) : 1;
  return {
    institutionId,
    institutionName: name,
    value: missing === null && usage !== null ? usage / divisor : null,
    usage: missing === null ? usage : null,
    measuredLocations: measured ?? 0,
    inGrace: institutionUsageRow.in_grace ?? false,
    missing,
  };
}

/**
 * Returns the percentage of the group below a value, 0–100, with equal values counted half; `null`
 * when the group is too small.
 */
export const percentileInGroup = ({
  institutions,
  below,
  equal,
}: {
  institutions: number;
  below: number;
  equal: number;
}): number | null =>
  institutions < minimumGroupSize ? null : (100 * (below + equal / 2)) / institutions;
