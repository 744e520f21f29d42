import { usageText } from '#shared/benchmarks/words.ts';
import { type ProductKey, products } from '#shared/core/products.ts';
import { uncapitalize } from '#shared/core/words.ts';
import type { ComparedFact, ExpectedWait, ReferenceCustomer, SimilarUsage } from './evidence.ts';

const factNames: Readonly<Record<ComparedFact, string>> = {
  ehr: 'EHR',
  size: 'size',
  type: 'type',
};

const namesOf = (facts: readonly ComparedFact[]): string =>
  ['type', 'size', 'ehr']
    .flatMap((name) => facts.find((fact) => fact === name) ?? [])
    .map((fact) => factNames[fact])
    .join(' and ')
    .replace(' and size and', ', size and');

/** Describes what a reference shares with the prospect: "Same type and size; EHR differs". */
export function matchText({ same, differs }: Pick<ReferenceCustomer, 'same' | 'differs'>): string {
  const parts = [
    ...(same.length === 0 ? [] : [`Same ${namesOf(same)}`]),
    ...(differs.length === 0
      ? []
      : [`${namesOf(differs)} ${differs.length === 1 ? 'differs' : 'differ'}`]),
  ];
  const text = parts.join('; ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Names a group of customers: "Small, Orthodontics, Dentrix", or "all customers". */
export const groupText = ({
  sizeTier,
  practiceType = null,
  ehr = null,
}: Pick<ExpectedWait, 'sizeTier'> & {
  practiceType?: string | null;
  ehr?: string | null;
}): string =>
  [sizeTier, practiceType, ehr].filter((part) => part !== null).join(', ') || 'all customers';

/** Formats usage with its noun: "43 bookings", "$5,216". */
export function usesText(product: ProductKey, value: number): string {
  const { use, name } = products[product];
  const rounded = Math.round(value);
  if (products[product].unit === 'dollars') return usageText(product, rounded);
  const noun = use ?? `uses of ${uncapitalize(name)}`;
  return `${usageText(product, rounded)} ${noun}${rounded === 1 || use === null ? '' : 's'}`;
}

/** Formats the middle half of a group: "28–61". */
export const middleHalfText = ({ product, quartileLow, quartileHigh }: SimilarUsage): string =>
  `${usageText(product, Math.round(quartileLow))}–${usageText(product, Math.round(quartileHigh))}`;

/** Formats the middle half of a wait: "15–40 days"; `null` when its end is not known yet. */
export const waitRangeText = ({ quartileLow, quartileHigh }: ExpectedWait): string | null =>
  quartileLow === null || quartileHigh === null
    ? null
    : `${Math.round(quartileLow)}–${Math.round(quartileHigh)} days`;
