import { unassignedOwner } from '#shared/core/provider-answers.ts';
import { healthTiers } from '#shared/core/tiers.ts';
import { tierOfMarkKind } from '#shared/map/marks.ts';
import type { MapFilters } from '../address/map-address.ts';
import type { OwnerGroupKey, PinGroup, ScoreChangeGroupKey } from '../draw/groups.ts';
import type { PointTable } from '../draw/point-table.ts';

/** Returns the change group of a score. A percent change within ±`flatBand` is flat. */
export function classifyScoreChange(
  percentChange: number | null,
  flatBand: number,
): ScoreChangeGroupKey {
  if (percentChange === null) return 'unknown';
  if (Math.abs(percentChange) <= flatBand) return 'flat';
  return percentChange > 0 ? 'up' : 'down';
}

/** Returns the owner group of a customer. `ownerName` is `null` when the CRM is unavailable. */
export function ownerGroupKey(ownerName: string | null, me: string | undefined): OwnerGroupKey {
  if (ownerName === null) return 'unknown';
  if (ownerName === unassignedOwner) return 'none';
  return ownerName === me ? 'mine' : 'others';
}

/**
 * Returns the group index of each row, found by its institution. Rows of institutions without a
 * group key get the group 'unknown'.
 */
export function computeRowGroupIndexes(
  rows: readonly { institutionId: number }[],
  groups: readonly PinGroup[],
  keyOf: ReadonlyMap<number, string>,
): Uint8Array {
  const indexOf = new Map(groups.map(({ key }, index) => [key, index]));
  const unknown = indexOf.get('unknown') ?? 0;
  return Uint8Array.from(
    rows,
    ({ institutionId }) => indexOf.get(keyOf.get(institutionId) ?? '') ?? unknown,
  );
}

/**
 * Counts the practices past grace in each group. Only practices with one of the given tiers count.
 */
export function countGroupPractices(
  { rows, kind }: PointTable<unknown>,
  group: Uint8Array,
  groups: number,
  tiers: MapFilters['tiers'],
): number[] {
  const counts = new Array<number>(groups).fill(0);
  for (let at = 0; at < rows.length; at++) {
    const of = kind[at] ?? 0;
    if (of >= healthTiers.length || !tiers.has(tierOfMarkKind(of))) continue;
    const index = group[at] ?? 0;
    counts[index] = (counts[index] ?? 0) + 1;
  }
  return counts;
}

export const countPracticesInGrace = ({ rows, kind }: PointTable<unknown>): number =>
  rows.reduce<number>((sum, _, at) => sum + Number((kind[at] ?? 0) >= healthTiers.length), 0);

export const computeGroupVisibility = (
  groups: readonly PinGroup[],
  hidden: ReadonlySet<string>,
): boolean[] => groups.map(({ key }) => !hidden.has(key));
