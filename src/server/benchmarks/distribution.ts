import type { Queries } from '#server/core/db/database.ts';
import { institutionNotFound } from '#server/institutions/existence.ts';
import { findNewestWeek, type OfficialWeek } from '#server/scoring/week-queries.ts';
import type { getBenchmarkDistribution } from '#shared/benchmarks/table.ts';
import type { QueryOf, ResponseOf } from '#shared/core/endpoint.ts';
import { minimumGroupSize } from '#shared/core/numbers/group-size.ts';
import { products } from '#shared/core/products.ts';
import type { SizeTier } from '#shared/core/tiers.ts';
import {
  countHistogramBins,
  findInstitutionUsage,
  findPeerGroupFigures,
  findStoredBenchmark,
  type PeerGroupFilter,
} from './distribution-queries.ts';
import {
  buildDistributionCustomer,
  chooseHistogramBins,
  percentileInGroup,
} from './distribution-rules.ts';

type DistributionQuery = QueryOf<typeof getBenchmarkDistribution>;
type InstitutionUsage = Awaited<ReturnType<typeof findInstitutionUsage>>;

async function sizeGroup(
  queries: Queries,
  week: OfficialWeek,
  { product }: DistributionQuery,
  sizeTier: SizeTier,
): Promise<PeerGroupFilter> {
  const own = await findStoredBenchmark(queries, week.weekStart, product, sizeTier);
  const isEnough = (own?.institutions ?? 0) >= week.rules.minimumPeers;
  return {
    product,
    practiceType: null,
    ...(isEnough ? { peerLevel: 'tier', sizeTier } : { peerLevel: 'all', sizeTier: null }),
  };
}

/**
 * Returns the peer group for the comparison. A requested size tier comes first. Otherwise, it is
 * the customer's own peer group or, when no customer is requested, all institutions.
 */
async function groupFor(
  queries: Queries,
  week: OfficialWeek,
  query: DistributionQuery,
  institutionUsageRow: InstitutionUsage,
): Promise<PeerGroupFilter> {
  const { product } = query;
  if (query.sizeTier !== undefined) return sizeGroup(queries, week, query, query.sizeTier);
  const {
    peer_level: level = null,
    size_tier: sizeTier = null,
    practice_type: practiceType = null,
  } = institutionUsageRow ?? {};
  if (level === null && sizeTier !== null) return sizeGroup(queries, week, query, sizeTier);
  return {
    product,
    peerLevel: level ?? 'all',
    sizeTier: level === 'tier' || level === 'tier_and_type' ? sizeTier : null,
    practiceType: level === 'tier_and_type' ? practiceType : null,
  };
}

/**
 * Returns the distribution of a peer group in the last official week, and the position of a
 * customer in the distribution.
 */
export async function readBenchmarkDistribution(
  queries: Queries,
  query: DistributionQuery,
): Promise<ResponseOf<typeof getBenchmarkDistribution>> {
  const { product, institutionId } = query;
  const week = await findNewestWeek(queries);
  const institutionUsageRow =
    institutionId === undefined
      ? undefined
      : await findInstitutionUsage(queries, week?.weekStart ?? null, institutionId, product);
  if (institutionId !== undefined && institutionUsageRow === undefined) throw institutionNotFound();
  const customer =
    institutionId === undefined || institutionUsageRow === undefined
      ? null
      : {
          ...buildDistributionCustomer(institutionId, product, institutionUsageRow),
          percentile: null,
        };
  if (week === null) return { weekEndDate: null, group: null, bins: [], customer };

  const group = await groupFor(queries, week, query, institutionUsageRow);
  const figures = await findPeerGroupFigures(
    queries,
    week.weekStart,
    group,
    customer?.value ?? null,
  );
  const [quartileLow = 0, benchmark = 0, quartileHigh = 0, limit = 0] = figures.quantiles ?? [];
  const isSpread = figures.institutions >= minimumGroupSize;
  const { width, bins } = chooseHistogramBins(limit);
  const counts = isSpread
    ? await countHistogramBins(queries, week.weekStart, group, width, bins)
    : new Map<number, number>();
  return {
    weekEndDate: week.weekEnd,
    group: isSpread
      ? {
          ...group,
          benchmark,
          quartileLow,
          quartileHigh,
          isPerLocation: products[product].isPerLocation,
          institutions: figures.institutions,
          locations: figures.locations ?? 0,
        }
      : null,
    bins: Array.from({ length: isSpread ? bins : 0 }, (_, bin) => ({
      from: bin * width,
      to: bin === bins - 1 ? null : (bin + 1) * width,
      institutions: counts.get(bin) ?? 0,
    })),
    customer: customer && {
      ...customer,
      percentile: customer.value === null ? null : percentileInGroup(figures),
    },
  };
}
