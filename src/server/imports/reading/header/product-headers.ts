import type { ProductKey } from '#shared/core/products.ts';

type Unit = 'count' | 'dollars';

const count = String.raw`counts?|uses?|usages?|total|totals|number|qty|quantity|volume|events?|#|no\.?`;
const dollars = String.raw`\$|usd|us\$|dollars?|amount|revenue`;
const unitBehind = new RegExp(
  String.raw`^(.*?)\s*(?:[([]\s*(?:in )?(${count}|${dollars})\s*[)\]]|\s[-–—:|/]\s*(${count}|${dollars})|\s(counts?|uses?|usages?|totals?|amount|usd))$`,
  'i',
);
const unitBefore = /^(?:(?:total )?(?:number|count|no\.?|#) (?:of )?|total |#\s*)(.+)$/i;
const isDollars = new RegExp(`^(?:${dollars})$`, 'i');

/**
 * Splits a header such as `Payments ($)`, `Forms - uses` or `Number of Forms` into name and unit;
 * `undefined` for a header without a unit.
 */
function withoutUnit(header: string): { name: string; unit: Unit } | undefined {
  const behind = unitBehind.exec(header.trim());
  if (behind !== null) {
    const [, name = '', inBrackets, afterDash, word] = behind;
    return {
      name,
      unit: isDollars.test(inBrackets ?? afterDash ?? word ?? '') ? 'dollars' : 'count',
    };
  }
  const before = unitBefore.exec(header.trim());
  return before === null ? undefined : { name: before[1] ?? '', unit: 'count' };
}

const isSum = /\btotals?\b|\bvolume\b/i;
const isCount = /\b(number|counts?|no|qty|quantity)\b|#/i;

/**
 * Returns the product of a header with a unit. The unit of payments is dollars, and the unit of any
 * other product is uses. Returns `undefined` when the unit does not fit the product.
 */
export function findProductOfHeaderWithUnit(
  header: string,
  productOf: (name: string) => ProductKey | undefined,
): ProductKey | undefined {
  const split = withoutUnit(header);
  const product = split === undefined ? undefined : productOf(split.name);
  if (split === undefined || product === undefined) return undefined;
  const isInDollars = split.unit === 'dollars' || (isSum.test(header) && !isCount.test(header));
  return (product === 'payments' ? isInDollars : split.unit === 'count') ? product : undefined;
}
