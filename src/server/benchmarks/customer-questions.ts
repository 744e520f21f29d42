import type { QuestionAboutCustomer } from '#server/institutions/customer-questions.ts';
import type { getBenchmarkDistribution } from '#shared/benchmarks/table.ts';
import { peerGroupText, usageText, usageUnitText } from '#shared/benchmarks/words.ts';
import type { ResponseOf } from '#shared/core/endpoint.ts';
import { paths } from '#shared/core/pages/paths.ts';
import { type ProductKey, productKeys, products } from '#shared/core/products.ts';
import { numberText } from '#shared/core/words.ts';
import { readBenchmarkDistribution } from './distribution.ts';

const figure = '(score|usage|use|number)';
const usual = '(normal|typical|usual|unusual|ok|okay|expected|average)';
const peers = '[its|the|other|similar] (peers|others|practices|customers)';

/** Compares the usage of a customer's products with the typical range of its peers. */
export const peerQuestions: QuestionAboutCustomer = {
  questions: [
    `is @ ${usual}`,
    `is @ ${usual} for its (size|peers|type)`,
    `is [the] [health|adoption] ${figure} (of|for) @ ${usual}`,
    `is @ 's [health|adoption] ${figure} ${usual}`,
    `how ${usual} is @`,
    `how (does|do|is) @ (compare|compared|doing|stand|rank) (to|with|against|among) ${peers}`,
    `(compare|compared) @ (to|with|against) ${peers}`,
    `@ (against|versus|vs|compared) [to|with] ${peers}`,
  ],
  answer: async ({ institutionId, institutionName }, { database }) => {
    const queries = database.foreground;
    const positions = await Promise.all(
      productKeys.map(async (product) => ({
        product,
        position: await readBenchmarkDistribution(queries, { product, institutionId }),
      })),
    );
    const lines = positions.flatMap(({ product, position }) => peerLine(product, position));
    return {
      reading: `Usage of ${institutionName} against the typical range of its peers`,
      lines:
        lines.length > 0
          ? lines
          : ['None of its products can be compared with peers in the last official week.'],
      metrics: ['quartiles', 'peers', 'usage'],
      page: paths.institutionOverview(institutionId),
    };
  },
};

/**
 * Returns one line about the product's usage; no line for a product that is not sold or not scored.
 */
function peerLine(
  product: ProductKey,
  { customer, group }: ResponseOf<typeof getBenchmarkDistribution>,
): string[] {
  if (customer === null || customer.missing === 'not sold' || customer.missing === 'not scored')
    return [];
  const { name } = products[product];
  if (customer.missing !== null || customer.value === null)
    return [`${name}: unknown, because the connection did not report.`];
  const own = usageText(product, customer.value);
  if (group === null)
    return [`${name}: ${own} ${usageUnitText(product)}. Fewer than five peers to compare with.`];
  const place =
    customer.value < group.quartileLow
      ? 'below'
      : customer.value > group.quartileHigh
        ? 'above'
        : 'within';
  return [
    `${name}: ${own} ${usageUnitText(product)}, ${place} the typical range of ${usageText(product, group.quartileLow)} to ${usageText(product, group.quartileHigh)} (${numberText(group.institutions)} customers: ${peerGroupText(group)}).`,
  ];
}
