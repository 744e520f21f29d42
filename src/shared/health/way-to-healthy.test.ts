import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ProductKey, products, topLevelProductKeys } from '#shared/core/products.ts';
import { defaultHealthRules, healthTierOf, productWeight } from '#shared/core/scoring-rules.ts';
import { computeAdoptionScore, type MeasuredProduct } from './rules.ts';
import { customerPlanText, wayToHealthy } from './way-to-healthy.ts';

const measured = (
  product: ProductKey,
  usage: number,
  expected: number | null,
  entitled = true,
): MeasuredProduct => ({
  product,
  entitled,
  usage,
  benchmark: expected,
  expected,
  score: expected === null || expected === 0 || !entitled ? null : (100 * usage) / expected,
});
const stepsOf = (rows: MeasuredProduct[]) =>
  wayToHealthy(rows, defaultHealthRules)?.steps.map(
    ({ product, extraPer28Days, productScoreAfter }) => [
      product,
      extraPer28Days,
      productScoreAfter,
    ],
  );

describe('the way to Healthy', () => {
  test('raises products with the fewest uses first, and dollars last', () => {
    const rows = [
      measured('messaging', 400, 1000),
      measured('reviews', 4, 10),
      measured('payments', 400, 1000),
    ];
    // 105 points are missing: reviews give 60 for 6 uses, messages the other 45 for 450.
    expect(stepsOf(rows)).toEqual([
      ['reviews', 6, 100],
      ['messaging', 450, 85],
    ]);
    expect(stepsOf([measured('payments', 400, 1000)])).toEqual([['payments', 350, 75]]);
  });

  test('skips products not sold, unmeasurable or at their benchmark', () => {
    const rows = [
      measured('forms', 30, 30),
      measured('reviews', 1, 30, false),
      measured('insurance', 1, null),
      measured('messaging', 1, 100),
    ];
    expect(stepsOf(rows)).toEqual([['messaging', 49, 50]]);
  });

  test.each([
    ['a customer at exactly 75', [measured('forms', 75, 100)]],
    ['a customer without measured products', [measured('forms', 5, null)]],
    [
      'a customer with too little measured weight',
      [measured('forms', 5, 100), measured('reviews', 5, null), measured('insurance', 5, null)],
    ],
  ])('is null for %s', (_, rows) => expect(wayToHealthy(rows, defaultHealthRules)).toBeNull());

  test('reaches Healthy with whole uses, at most one more per product than the optimum', () => {
    const one = fc.record({
      product: fc.constantFrom(...topLevelProductKeys),
      usage: fc.nat(300),
      expected: fc.double({ min: 0.5, max: 900, noNaN: true }),
    });
    const weights = fc.dictionary(
      fc.constantFrom('forms', 'reviews', 'messaging'),
      fc.double({ min: 0.5, max: 4, noNaN: true }),
    );
    fc.assert(
      fc.property(
        fc.uniqueArray(one, { selector: ({ product }) => product, minLength: 1 }),
        weights,
        (rows, heavier) => {
          const rules = { ...defaultHealthRules, weights: heavier };
          const before = rows.map(({ product, usage, expected }) =>
            measured(product, usage, expected),
          );
          const { score } = computeAdoptionScore(before, rules);
          const way = wayToHealthy(before, rules);
          if (way === null) {
            expect(healthTierOf(score, rules)).toBe('Healthy');
            return;
          }
          expect(healthTierOf(way.adoptionScoreAfter, rules)).toBe('Healthy');
          for (const { extraPer28Days } of way.steps)
            expect(Number.isInteger(extraPer28Days) && extraPer28Days > 0).toBe(true);

          const after = before.map((row) => {
            const extra =
              way.steps.find(({ product }) => product === row.product)?.extraPer28Days ?? 0;
            return measured(row.product, row.usage + extra, row.expected);
          });
          expect(computeAdoptionScore(after, rules).score).toBeCloseTo(way.adoptionScoreAfter, 9);
          if (way.steps.some(({ product }) => products[product].unit === 'dollars')) return;

          // Computes the minimum number of uses when fractional uses are allowed.
          const weight = before.reduce((sum, row) => sum + productWeight(row.product, rules), 0);
          let missing = (rules.healthyFrom - (score ?? 0)) * weight;
          let least = 0;
          const rates = before
            .filter((row) => products[row.product].unit === 'uses' && (row.score ?? 100) < 100)
            .map((row) => ({
              uses: (row.expected ?? 0) / (100 * productWeight(row.product, rules)),
              points: (100 - (row.score ?? 0)) * productWeight(row.product, rules),
            }));
          while (missing > 1e-9) {
            const cheapest = rates.reduce((best, rate) => (rate.uses < best.uses ? rate : best));
            const taken = Math.min(missing, cheapest.points);
            least += taken * cheapest.uses;
            missing -= taken;
            rates.splice(rates.indexOf(cheapest), 1);
          }
          const uses = way.steps.reduce((sum, { extraPer28Days }) => sum + extraPer28Days, 0);
          expect(uses).toBeLessThanOrEqual(least + way.steps.length + 1e-6);
        },
      ),
    );
  });

  test('is described for the customer without a tier, a score or peers', () => {
    const way = wayToHealthy(
      [measured('onlineBooking', 4, 24), measured('payments', 10, 30_000)],
      defaultHealthRules,
    );
    expect(way && customerPlanText('Elm & Oak Dental', way)).toBe(
      [
        'Here is how Elm & Oak Dental can get more out of the tools it already has:',
        '• Online Booking: 20 more bookings in four weeks, about 1 per open day',
        '• Payments: $14,990 more in four weeks, about $750 per open day',
        'Similar practices already do this. We’re happy to help you set it up.',
      ].join('\n'),
    );
  });
});
