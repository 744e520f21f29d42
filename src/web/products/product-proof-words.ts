import { type ProductKey, products } from '#shared/core/products.ts';
import { counted, dayInWords } from '#shared/core/words.ts';
import { usageText } from '#shared/health/product-table.ts';
import { signedText } from '#shared/list/column.ts';
import { minimumProofCustomers, type ProductProof, type ProofMeasure, type ProofResult } from '#shared/products/proof.ts';

/** A change in percent with its sign and one decimal; what rounds to zero has no direction. */
export const changeText = (percent: number): string => signedText(percent, '%', 1);

/** What the interval allows to say, and no more. */
export function verdict({ low, high }: ProofResult['interval']): string {
  if (low > 0) return 'Up: the whole interval lies above zero.';
  if (high < 0) return 'Down: the whole interval lies below zero.';
  return 'No clear change: the interval includes zero.';
}

/** Why there is no figure. */
export function hiddenText({ customers }: Pick<ProofMeasure, 'customers'>): string {
  const have = customers === 0 ? 'No customer can be compared yet.' : `Only ${counted(customers, 'customer')} can be compared.`;
  return `${have} With fewer than ${minimumProofCustomers}, one or two customers would make the figure, so it is not shown.`;
}

/** The definition of the median change in words. */
export function definitionText({ before, now, weeksApart }: NonNullable<ProductProof['compared']>): string {
  const season =
    weeksApart === 52
      ? 'They are 52 weeks apart, so the season cancels.'
      : `They are ${weeksApart} weeks apart, the longest there is, so part of the change is the season.`;
  return `Each customer’s use per location in the 28 days to ${dayInWords(now.to)}, against the 28 days to ${dayInWords(before.to)}: half of the customers changed by more than the median, half by less. ${season} Counted are the same customers in both: past grace, with the product on all 28 days, with a live feed. Weeks without a report are left out, not counted as zero. The two bars are each window’s own median, so the step between them need not be the median change.`;
}

/** Who is not in the median, and why; null when everybody is. */
export function leftOutText({ unusedBefore, notMeasurableNow }: Pick<ProofMeasure, 'unusedBefore' | 'notMeasurableNow'>): string | null {
  const parts: string[] = [];
  if (unusedBefore > 0) parts.push(`${unusedBefore.toLocaleString('en-US')} did not use it then, and zero gives no percentage`);
  if (notMeasurableNow > 0)
    parts.push(`${notMeasurableNow.toLocaleString('en-US')} used it then and have since left, given it up or stopped reporting`);
  return parts.length === 0 ? null : `Not in the median: ${parts.join('; ')}.`;
}

/** The typical location in one of the windows. */
export const typicalText = (product: ProductKey, usage: number): string =>
  products[product].unit === 'dollars' ? usageText(product, usage) : `${usageText(product, usage)} uses`;
