import type { DistributionCustomer } from '#shared/benchmarks/table.ts';
import { smallestGroup } from '#shared/core/numbers/group-size.ts';
import { roundedUp } from '#shared/core/numbers/round-up.ts';
import { type ProductKey, products } from '#shared/core/products.ts';
import type { institutionStanding } from './distribution-queries.ts';

type Standing = NonNullable<Awaited<ReturnType<typeof institutionStanding>>>;

const wantedBins = 16;
const mostBins = 24;

/**
 * Bins of equal width, whose edges are read easily, from 0 to about `limit`, the last of them without an end. A limit of 0 is
 * one bin for all.
 * The width is in uses (dollars for payments), per location where the product is compared so.
 */
export function binsUpTo(limit: number): { width: number; bins: number } {
  if (!(limit > 0)) return { width: 1, bins: 1 };
  const width = roundedUp(limit / wantedBins);
  return { width, bins: Math.min(mostBins, Math.floor(limit / width) + 1) };
}

/** Where a customer stands; its percentile comes with the group. */
export function customerOf(institutionId: number, product: ProductKey, standing: Standing): Omit<DistributionCustomer, 'percentile'> {
  const { name, measured_locations: measured, entitled, usage } = standing;
  const missing = measured === null ? 'not scored' : entitled !== true ? 'not sold' : measured === 0 ? 'silent feed' : null;
  const divisor = products[product].isPerLocation ? (measured ?? 0) : 1;
  return {
    institutionId,
    institutionName: name,
    value: missing === null && usage !== null ? usage / divisor : null,
    usage: missing === null ? usage : null,
    measuredLocations: measured ?? 0,
    inGrace: standing.in_grace ?? false,
    missing,
  };
}

/** The share of the group below a value, its equals counted half, 0 to 100; null for a group that is too small. */
export const percentileIn = ({ institutions, below, equal }: { institutions: number; below: number; equal: number }): number | null =>
  institutions < smallestGroup ? null : (100 * (below + equal / 2)) / institutions;
