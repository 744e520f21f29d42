import { type ProductKey, products } from '#shared/core/products.ts';
import { countText, dayInWords, numberText } from '#shared/core/words.ts';
import { usageText } from '#shared/health/product-table.ts';
import { signedText } from '#shared/list/column.ts';
import {
  type MedianUsageChange,
  minimumProofCustomers,
  type ProductProof,
  type ProductUsageChange,
} from '#shared/products/proof.ts';

/**
 * Formats a percent change with its sign and one decimal. A change that rounds to zero has no sign.
 */
export const signedPercentText = (percent: number): string => signedText(percent, '%', 1);

/**
 * States the direction of the change if the interval excludes zero, and otherwise that there is no
 * clear change.
 */
export function changeDirectionText({ low, high }: MedianUsageChange['interval']): string {
  if (low > 0) return 'Up: the whole interval is above zero.';
  if (high < 0) return 'Down: the whole interval is below zero.';
  return 'No clear change: the interval includes zero.';
}

/** Explains why the figure is hidden. */
export function hiddenReasonText({ customers }: Pick<ProductUsageChange, 'customers'>): string {
  const have =
    customers === 0
      ? 'No customers can be compared yet.'
      : `Only ${countText(customers, 'customer')} can be compared.`;
  return `${have} With fewer than ${minimumProofCustomers}, one or two customers would determine the figure, so it is hidden.`;
}

/** Defines the median change in words. */
export function medianChangeExplanationText({
  before,
  now,
  weeksApart,
}: NonNullable<ProductProof['compared']>): string {
  const season =
    weeksApart === 52
      ? 'The two periods are 52 weeks apart, so that seasonal effects cancel out.'
      : `The two periods are ${weeksApart} weeks apart, because there is no longer history. Part of the change may be seasonal.`;
  return `Each customer’s usage per location in the 28 days ending ${dayInWords(now.to)} compared with the 28 days ending ${dayInWords(before.to)}. Half of the customers changed by more than the median, half by less. ${season} Both periods count the same customers: past grace, with the product on all 28 days and a live connection. Weeks without a report are left out, not counted as zero. Each bar is the median of its own period, so the difference between the bars can differ from the median change.`;
}

/** Describes the customers that the median leaves out; `null` when there are none. */
export function excludedCustomersText({
  unusedBefore,
  notMeasurableNow,
}: Pick<ProductUsageChange, 'unusedBefore' | 'notMeasurableNow'>): string | null {
  const parts: string[] = [];
  if (unusedBefore > 0)
    parts.push(
      `${numberText(unusedBefore)} did not use the product in the earlier period, so there is no percentage`,
    );
  if (notMeasurableNow > 0)
    parts.push(
      `${numberText(notMeasurableNow)} used the product in the earlier period but have since left, canceled the product or stopped reporting`,
    );
  return parts.length === 0 ? null : `Not in the median: ${parts.join('; ')}.`;
}

/** Formats the median usage per location in one period. */
export const medianUsageText = (product: ProductKey, usage: number): string =>
  products[product].unit === 'dollars'
    ? usageText(product, usage)
    : `${usageText(product, usage)} uses`;
