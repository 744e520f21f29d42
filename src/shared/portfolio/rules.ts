import { minimumGroupSize } from '#shared/core/numbers/group-size.ts';
import { median } from '#shared/core/numbers/median.ts';
import { type ProductKey, topLevelProductKeys } from '#shared/core/products.ts';
import type { HealthRules } from '#shared/core/scoring-rules.ts';
import { type HealthTier, type SizeTier, sizeTiers, type TierLimits } from '#shared/core/tiers.ts';
import { isReadyToExpand } from '#shared/health/expansion.ts';
import { scoreChangeCauseTexts, smallestReportedPoints } from '#shared/health/rules.ts';
import type { ListFilter } from '#shared/list/state.ts';
import type { MetricKey } from '#shared/metrics/metric.ts';
import type { ScoreChangeParts } from '#shared/scoring/facts.ts';
import type { ListedInstitution } from './list.ts';
import { createEmptyTierCounts, type TierCounts } from './tier-movement.ts';
import { tierFilter, weekFigureFilters } from './week-figure-filters.ts';
import type { WeekFigureKey } from './week-figures.ts';

/**
 * Key figures at the top of the portfolio page. Each figure is the number of rows that match its
 * filters.
 */
export const portfolioFigureDefinitions = [
  { label: 'Customers', metric: 'customers', weekly: 'institutions', filters: [] },
  {
    label: 'At risk',
    metric: 'atRisk',
    weekly: 'atRisk',
    filters: [weekFigureFilters.atRisk],
  },
  {
    label: 'Down a tier',
    metric: 'tierChange',
    weekly: 'fellTier',
    filters: [weekFigureFilters.fellTier],
  },
  {
    label: 'Up a tier',
    metric: 'tierChange',
    weekly: 'roseTier',
    filters: [weekFigureFilters.roseTier],
  },
  {
    label: 'Ready to expand',
    metric: 'expansion',
    weekly: 'readyToExpand',
    filters: [weekFigureFilters.readyToExpand],
  },
] as const satisfies readonly {
  label: string;
  metric: MetricKey;
  weekly: WeekFigureKey;
  filters: readonly ListFilter[];
}[];

export function countTiers(rows: readonly ListedInstitution[]): {
  now: TierCounts;
  before: TierCounts;
} {
  const now = createEmptyTierCounts();
  const before = createEmptyTierCounts();
  for (const { healthTier, previousHealthTier } of rows) {
    now[healthTier] += 1;
    if (previousHealthTier !== null) before[previousHealthTier] += 1;
  }
  return { now, before };
}

/**
 * Returns the mean adoption score, 0–100, of the institutions with a score; `null` when no
 * institution has a score.
 */
export function computeAverageScore(scores: readonly (number | null)[]): number | null {
  const known = scores.filter((score) => score !== null);
  return known.length === 0 ? null : known.reduce((sum, score) => sum + score, 0) / known.length;
}

export interface HeatMapCell {
  sizeTier: SizeTier;
  product: ProductKey;
  /** Number of institutions with a score for the product. */
  institutions: number;
  /** Number of institutions whose score is below Medium. */
  belowMedium: number;
  /** Share of institutions below Medium, 0–1; `null` below five institutions. */
  share: number | null;
}

/**
 * Returns a filter for product scores below Medium. The filter compares rounded scores, which the
 * list shows.
 */
export const createBelowMediumFilter = (
  product: ProductKey,
  { mediumFrom }: Pick<TierLimits, 'mediumFrom'>,
): ListFilter => ({
  column: `${product}Score`,
  kind: 'range',
  from: null,
  to: Math.ceil(mediumFrom) - 1,
});

/** Counts the institutions below Medium for each top-level product and size tier. */
export function buildHeatMap(
  rows: readonly ListedInstitution[],
  { mediumFrom }: Pick<TierLimits, 'mediumFrom'>,
): HeatMapCell[] {
  return topLevelProductKeys.flatMap((product) =>
    sizeTiers.map((sizeTier) => {
      const scores = rows.flatMap((row) =>
        row.sizeTier === sizeTier ? (row.featureScores[product] ?? []) : [],
      );
      const belowMedium = scores.filter((score) => score < mediumFrom).length;
      const share = scores.length < minimumGroupSize ? null : belowMedium / scores.length;
      return { sizeTier, product, institutions: scores.length, belowMedium, share };
    }),
  );
}

export interface ScoreMover {
  institution: ListedInstitution;
  /** Own score change minus the peers' median change, in points. */
  relativeChange: number;
  reason: string | null;
}

/**
 * Causes that are included in a score change. `use`: only usage of the customer and its peers.
 * `all`: also added or removed products and locations.
 */
export type ScoreChangeCauseScope = 'use' | 'all';

const countedCauses = {
  use: ['usage', 'peers'],
  all: ['usage', 'peers', 'entitlements', 'locations'],
} as const satisfies Record<ScoreChangeCauseScope, readonly (keyof ScoreChangeParts)[]>;

/**
 * Returns the part of the score change that comes from the causes in `basis`, in points; `null`
 * when unknown.
 */
function countedChange(
  { scoreChange, scoreChangeParts: parts }: ListedInstitution,
  basis: ScoreChangeCauseScope,
): number | null {
  if (basis === 'all') return scoreChange;
  return parts && parts.usage + parts.peers;
}

/**
 * Returns the institutions whose score rose most and those whose score fell most relative to peers.
 * Each list has at most `most` institutions, largest change first. Peers have the same size tier
 * and practice type. When fewer than `minimumPeers` of them have a score change, the peers are the
 * institutions of the same size tier or, when these are too few as well, all institutions.
 */
export function findScoreMovers(
  rows: readonly ListedInstitution[],
  most: number,
  rules: Pick<HealthRules, 'minimumPeers'>,
  basis: ScoreChangeCauseScope,
): { up: ScoreMover[]; down: ScoreMover[] } {
  const moved = rows.flatMap((row) => {
    const points = countedChange(row, basis);
    return points === null ? [] : [{ row, points }];
  });
  const levels = [
    (row: ListedInstitution) => `${row.sizeTier} ${row.practiceType}`,
    (row: ListedInstitution) => row.sizeTier,
    () => 'all',
  ].map((group) => ({
    group,
    medians: groupMedians(
      moved.map(({ row, points }) => [group(row), points] as const),
      rules.minimumPeers,
    ),
  }));
  const ranked = moved
    .flatMap(({ row, points }): ScoreMover[] => {
      const level = levels.find(({ group, medians }) => medians.has(group(row)));
      const peers = level?.medians.get(level.group(row));
      return peers === undefined
        ? []
        : [
            {
              institution: row,
              relativeChange: points - peers,
              reason: reasonOf(row.scoreChangeParts, basis),
            },
          ];
    })
    .sort(
      (one, other) =>
        other.relativeChange - one.relativeChange ||
        one.institution.institutionId - other.institution.institutionId,
    );
  return {
    up: ranked.filter(({ relativeChange }) => relativeChange > 0).slice(0, most),
    down: ranked
      .filter(({ relativeChange }) => relativeChange < 0)
      .toReversed()
      .slice(0, most),
  };
}

function groupMedians(
  pairs: readonly (readonly [string, number])[],
  minimumPeers: number,
): Map<string, number> {
  const groups = Map.groupBy(pairs, ([group]) => group);
  const medians = new Map<string, number>();
  for (const [group, members] of groups) {
    const middle =
      members.length < minimumPeers ? null : median(members.map(([, points]) => points));
    if (middle !== null) medians.set(group, middle);
  }
  return medians;
}

/**
 * Describes the largest cause of a score change; `null` when the causes are unknown or nothing
 * changed.
 */
function reasonOf(parts: ScoreChangeParts | null, basis: ScoreChangeCauseScope): string | null {
  if (parts === null) return null;
  const [largest] = countedCauses[basis].toSorted(
    (one, other) => Math.abs(parts[other]) - Math.abs(parts[one]),
  );
  if (largest === undefined || Math.abs(parts[largest]) < smallestReportedPoints) return null;
  const points = parts[largest];
  return `mostly ${scoreChangeCauseTexts[largest]}: ${points > 0 ? '+' : '−'}${Math.abs(points).toFixed(1)} points`;
}

export interface ExpansionOffer {
  product: ProductKey;
  /**
   * Share of institutions in the same size tier that use the product, 0–1; `null` below five
   * institutions.
   */
  peersUsing: number | null;
}

export interface ExpansionCandidate {
  institution: ListedInstitution;
  /** Top-level products that the institution lacks, most used by peers first. */
  offers: ExpansionOffer[];
}

/**
 * Returns up to `most` customers that are ready to expand and have not given notice, largest score
 * increase first, each with the products it lacks. Peers are the measured institutions of the same size tier in `all`.
 */
export function findExpansionCandidates(
  rows: readonly ListedInstitution[],
  all: readonly ListedInstitution[],
  most: number,
): ExpansionCandidate[] {
  const measured = Map.groupBy(
    all.filter(({ coverage }) => coverage > 0),
    ({ sizeTier }) => sizeTier,
  );
  const shareUsing = (sizeTier: SizeTier, product: ProductKey): number | null => {
    const peers = measured.get(sizeTier) ?? [];
    if (peers.length < minimumGroupSize) return null;
    return (
      peers.filter(
        (row) => row.featureEntitlements[product] === true && (row.featureUsage[product] ?? 0) > 0,
      ).length / peers.length
    );
  };
  return rows
    .filter((row) => row.leavesOn === null && isReadyToExpand(row))
    .sort(
      (one, other) =>
        (other.scoreChange ?? 0) - (one.scoreChange ?? 0) ||
        one.institutionId - other.institutionId,
    )
    .slice(0, most)
    .map((institution) => ({
      institution,
      offers: topLevelProductKeys
        .filter((product) => institution.featureEntitlements[product] !== true)
        .map((product) => ({ product, peersUsing: shareUsing(institution.sizeTier, product) }))
        .sort((one, other) => (other.peersUsing ?? -1) - (one.peersUsing ?? -1)),
    }));
}

/** Returns the filters for one cell of the tier movement table. */
export const createTierMovementFilters = (from: HealthTier, to: HealthTier): ListFilter[] => [
  { column: 'previousHealthTier', kind: 'one-of', values: [from] },
  tierFilter(to),
];
