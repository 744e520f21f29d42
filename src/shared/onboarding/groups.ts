import { type ProductKey, products, topLevelProductKeys } from '#shared/core/products.ts';
import type { CaseWithHistory } from './analytics.ts';
import type { ComparisonGroup } from './comparison.ts';

/** Attributes by which customers can be grouped. The page adds saved views as groups. */
export const groupings = ['size', 'month', 'ehr', 'owner', 'product'] as const;
export type Grouping = (typeof groupings)[number];

export const groupingNames: Record<Grouping, string> = {
  size: 'Size',
  month: 'Go-live month',
  ehr: 'EHR',
  owner: 'Owner',
  product: 'Product sold',
};

const keyOf: Record<Exclude<Grouping, 'product'>, (each: CaseWithHistory) => string | null> = {
  size: ({ row }) => row.sizeTier,
  month: ({ row }) => row.goLiveDate?.slice(0, 7) ?? null,
  ehr: ({ row }) => row.ehr,
  owner: ({ row }) => row.ownerName,
};

const byName = (product: ProductKey) => products[product].name;

/**
 * Returns all non-empty groups, largest first; months are sorted newest first. A customer with
 * several products is in several groups.
 */
export function groupCasesBy(
  grouping: Grouping,
  cases: readonly CaseWithHistory[],
): ComparisonGroup[] {
  const groups =
    grouping === 'product'
      ? topLevelProductKeys.map((product) => ({
          name: byName(product),
          members: cases.filter(({ row }) => row.entitled.includes(product)),
        }))
      : [...Map.groupBy(cases, keyOf[grouping])].flatMap(([name, members]) =>
          name === null ? [] : [{ name, members }],
        );
  const filled = groups.filter(({ members }) => members.length > 0);
  return grouping === 'month'
    ? filled.toSorted((one, other) => (one.name < other.name ? 1 : -1))
    : filled.toSorted((one, other) => other.members.length - one.members.length);
}
