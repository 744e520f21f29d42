import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ProductKey, productKeys } from '#shared/core/products.ts';
import { defaultHealthRules, healthTierOf, sizeTierOf } from '#shared/core/scoring-rules.ts';
import { goalMetMarker } from './health.ts';
import {
  computeAdoptionScore,
  computeFeatureTarget,
  describeProductsAndLocationsChange,
  displayedScore,
  findImprovements,
  findMainDrivingProduct,
  type MeasuredProduct,
  percentChange,
  scoreChangeText,
  tenureText,
} from './rules.ts';

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

describe('tiers', () => {
  test.each([
    [49.999, 'Critical'],
    [50, 'Medium'],
    [74.999, 'Medium'],
    [75, 'Healthy'],
    [0, 'Critical'],
    [null, 'Unknown'],
  ] as const)('%s is %s', (score, tier) =>
    expect(healthTierOf(score, defaultHealthRules)).toBe(tier),
  );

  test('an exact 75 is Healthy despite rounding noise', () => {
    const weights = 0.1 + 0.2;
    expect((75 * weights) / 0.3 - 75).not.toBe(0);
    expect(healthTierOf(75 - 1e-12, defaultHealthRules)).toBe('Healthy');
  });

  test.each([
    [1, 'Small'],
    [2, 'Medium'],
    [5, 'Medium'],
    [6, 'Large'],
    [20, 'Large'],
    [21, 'Enterprise'],
  ] as const)('%i locations are %s', (locations, tier) =>
    expect(sizeTierOf(locations, defaultHealthRules.sizeTierFrom)).toBe(tier),
  );
});

describe('the adoption score', () => {
  test('is the mean of top-level products, each capped at 100', () => {
    const products = [
      measured('forms', 300, 100),
      measured('payments', 20, 100),
      measured('recalls', 0, 100),
      measured('reviews', 0, 100, false),
    ];
    expect(computeAdoptionScore(products, defaultHealthRules)).toEqual({ score: 60, coverage: 1 });
  });

  test('leaves unmeasurable products out of the mean and out of the coverage', () => {
    expect(
      computeAdoptionScore(
        [measured('forms', 40, 100), measured('payments', 5, 0)],
        defaultHealthRules,
      ),
    ).toEqual({ score: 40, coverage: 0.5 });
    expect(computeAdoptionScore([measured('forms', 40, null)], defaultHealthRules)).toEqual({
      score: null,
      coverage: 0,
    });
    expect(computeAdoptionScore([], defaultHealthRules)).toEqual({ score: null, coverage: 0 });
  });

  test('weights each product by the rules', () => {
    const rules = { ...defaultHealthRules, weights: { forms: 3 } };
    expect(
      computeAdoptionScore([measured('forms', 100, 100), measured('payments', 0, 100)], rules)
        .score,
    ).toBe(75);
  });

  test('is shown as a whole number up to 999', () => {
    expect([displayedScore(74.5), displayedScore(74.4), displayedScore(12_345)]).toEqual([
      75, 74, 999,
    ]);
  });
});

test.each([
  [null, 5, null],
  [5, null, null],
  [0, 5, null],
  [50, 40, -20],
  [40, 50, 25],
])('from %s to %s is %s percent', (previous, current, percent) =>
  expect(percentChange(previous, current)).toBe(percent),
);

test.each([
  ['2024-08-10', '2026-11-14', '2 years, 3 months'],
  ['2025-11-14', '2026-11-14', '1 year'],
  ['2026-10-14', '2026-11-14', '1 month'],
  ['2026-10-15', '2026-11-14', 'less than a month'],
  ['2027-01-01', '2026-11-14', 'less than a month'],
])('from %s to %s are %s', (goLive, day, words) => expect(tenureText(goLive, day)).toBe(words));

describe('score improvements', () => {
  test('list the step of each product to its next tier, shortest first', () => {
    const steps = findImprovements(
      [
        measured('forms', 70, 100),
        measured('payments', 10, 1000),
        measured('reviews', 90, 100),
        measured('recalls', 0, 100),
      ],
      defaultHealthRules,
    );
    expect(steps).toEqual([
      {
        product: 'forms',
        extraPer28Days: 5,
        extraPerOpenDay: 0.25,
        productScoreAfter: 75,
        adoptionScoreAfter: (75 + 1 + 90) / 3,
        healthTierAfter: 'Medium',
      },
      {
        product: 'payments',
        extraPer28Days: 490,
        extraPerOpenDay: 24.5,
        productScoreAfter: 50,
        adoptionScoreAfter: 70,
        healthTierAfter: 'Medium',
      },
    ]);
  });

  test('prefer the product that gains more for the same points', () => {
    const rules = { ...defaultHealthRules, weights: { payments: 3 } };
    expect(
      findImprovements([measured('forms', 49, 100), measured('payments', 10, 100)], rules).map(
        ({ product }) => product,
      ),
    ).toEqual(['payments', 'forms']);
  });

  test('prefer fewer uses when all else is equal', () => {
    const steps = findImprovements(
      [measured('payments', 400, 1000), measured('forms', 4, 10), measured('reviews', 40, 100)],
      defaultHealthRules,
    );
    expect(steps.map(({ product, extraPer28Days }) => [product, extraPer28Days])).toEqual([
      ['forms', 1],
      ['reviews', 10],
      ['payments', 100],
    ]);
  });

  test('skip products that are Healthy, not entitled or unmeasurable', () => {
    expect(
      findImprovements(
        [
          measured('forms', 75, 100),
          measured('payments', 1, 100, false),
          measured('reviews', 1, 0),
        ],
        defaultHealthRules,
      ),
    ).toEqual([]);
    expect(findImprovements([measured('forms', 0, null)], defaultHealthRules)).toEqual([]);
  });

  test('reach each tier with the minimum whole uses', () => {
    const one = fc.record({
      product: fc.constantFrom(...productKeys),
      usage: fc.nat(500),
      expected: fc.double({ min: 0.1, max: 900, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.uniqueArray(one, { selector: ({ product }) => product }), (rows) => {
        const products = rows.map(({ product, usage, expected }) =>
          measured(product, usage, expected),
        );
        for (const step of findImprovements(products, defaultHealthRules)) {
          const { usage, expected, score } =
            products.find(({ product }) => product === step.product) ?? measured('forms', 0, null);
          const goal = (score ?? 0) < 50 ? 50 : 75;
          const reached = (extra: number) =>
            (100 * (usage + extra)) / (expected ?? Number.NaN) >= goal - 1e-6;
          expect(Number.isInteger(step.extraPer28Days)).toBe(true);
          expect(reached(step.extraPer28Days)).toBe(true);
          expect((100 * (usage + step.extraPer28Days - 1)) / (expected ?? Number.NaN)).toBeLessThan(
            goal,
          );
        }
      }),
    );
  });
});

describe('targets', () => {
  const forms = (usage: number, benchmark: number | null) => ({
    ...measured('forms', usage, 100),
    benchmark,
  });

  test('are the whole-number benchmark times locations times multiplier', () => {
    expect(computeFeatureTarget(forms(50, 42.6), 3, 0.75)).toEqual({
      target: 96.75,
      benchmark: 42.6,
      isPerLocation: true,
    });
    expect(computeFeatureTarget({ ...forms(1, 42.6), product: 'reviews' }, 3, 0.5)).toEqual({
      target: 21.5,
      benchmark: 42.6,
      isPerLocation: false,
    });
  });

  test('count as met when usage equals the target', () => {
    expect(computeFeatureTarget(forms(96.75, 42.6), 3, 0.75)?.target).toBe(goalMetMarker);
    expect(computeFeatureTarget(forms(96.74, 42.6), 3, 0.75)?.target).toBe(96.75);
  });

  test('of sub-products equal their parent’s target', () => {
    expect(computeFeatureTarget(measured('recalls', 5, 10), 1, 0.75)?.target).toBe('Combined');
  });

  test('are missing without an entitlement, without peers or for near-zero benchmarks', () => {
    expect(computeFeatureTarget(measured('forms', 5, 10, false), 1, 0.75)).toBeNull();
    expect(computeFeatureTarget(forms(5, null), 1, 0.75)).toBeNull();
    expect(computeFeatureTarget(forms(0, 0.3), 1, 0.75)).toBeNull();
  });
});

describe('reasons for a change', () => {
  const parts = { usage: -6.1, peers: -1.34, entitlements: 0.04, locations: 0 };
  const mover = { product: 'forms', percent: -41.2 } as const;

  test('are one sentence, largest cause first', () => {
    expect(
      scoreChangeText({
        adoptionScore: 61.2,
        scoreChange: -7.4,
        scoreChangeParts: parts,
        mainMover: mover,
        productsAndLocationsChange: null,
      }),
    ).toBe('61%, down 7.4 points: own usage −6.1 (mostly Forms, −41% in a week), peers −1.3.');
    const up = { usage: 0.5, peers: 1.5, entitlements: 0.2, locations: 0 };
    expect(
      scoreChangeText({
        adoptionScore: 80,
        scoreChange: 2.2,
        scoreChangeParts: up,
        mainMover: { product: 'forms', percent: null },
        productsAndLocationsChange: null,
      }),
    ).toBe(
      '80%, up 2.2 points: peers +1.5, own usage +0.5 (mostly Forms), products added or removed +0.2.',
    );
  });

  test('mention products and locations, and add up as displayed', () => {
    const before = { locations: 3, measured: 3, entitled: ['forms', 'reviews'] } as const;
    const now = { locations: 4, measured: 3, entitled: ['forms', 'payments'] } as const;
    const told = scoreChangeText({
      adoptionScore: 40,
      scoreChange: -26.25,
      scoreChangeParts: { usage: -0.14, peers: 0, entitlements: -3.05, locations: -23.06 },
      mainMover: null,
      productsAndLocationsChange: describeProductsAndLocationsChange(before, now),
    });
    expect(told).toBe(
      '40%, down 26.3 points: 1 location added (3→4) −23.1, Payments added, Reviews removed −3.1, own usage −0.1.',
    );
  });

  test('skip causes that round to zero', () => {
    const parts = { usage: 0.06, peers: 0.07, entitlements: 0, locations: 0 };
    const told = scoreChangeText({
      adoptionScore: 70,
      scoreChange: 0.13,
      scoreChangeParts: parts,
      mainMover: { product: 'payments', percent: -14 },
      productsAndLocationsChange: null,
    });
    expect(told).toBe('70%, up 0.1 points: peers +0.1.');
  });

  test.each([
    [{ locations: 3, measured: 3 }, { locations: 1, measured: 1 }, '2 locations closed (3→1)'],
    [
      { locations: 3, measured: 2 },
      { locations: 3, measured: 3 },
      '1 location newly measured (2→3)',
    ],
    [{ locations: 3, measured: 3 }, { locations: 3, measured: 1 }, '2 locations gone silent (3→1)'],
    [{ locations: 3, measured: 3 }, { locations: 3, measured: 3 }, null],
  ])('from %j to %j: %s', (before, now, words) => {
    expect(
      describeProductsAndLocationsChange({ ...before, entitled: [] }, { ...now, entitled: [] }),
    ).toEqual({
      locations: words,
      entitlements: null,
    });
  });

  test('report no change, and are empty when unknown', () => {
    const none = { usage: 0, peers: 0, entitlements: 0, locations: 0 };
    expect(
      scoreChangeText({
        adoptionScore: 61.2,
        scoreChange: 0.01,
        scoreChangeParts: none,
        mainMover: null,
        productsAndLocationsChange: null,
      }),
    ).toBe('61%, unchanged.');
    expect(
      scoreChangeText({
        adoptionScore: 61.2,
        scoreChange: null,
        scoreChangeParts: null,
        mainMover: null,
        productsAndLocationsChange: null,
      }),
    ).toBeNull();
    expect(
      scoreChangeText({
        adoptionScore: null,
        scoreChange: null,
        scoreChangeParts: null,
        mainMover: null,
        productsAndLocationsChange: null,
      }),
    ).toBeNull();
  });

  test('find the product with the largest effect in the direction of the change', () => {
    const before = [
      measured('forms', 100, 100),
      measured('payments', 20, 100),
      measured('reviews', 500, 100),
    ];
    const now = [
      measured('forms', 60, 100),
      measured('payments', 90, 100),
      measured('reviews', 300, 100),
    ];
    expect(findMainDrivingProduct(before, now, -1, defaultHealthRules)).toEqual({
      product: 'forms',
      percent: -40,
    });
    expect(findMainDrivingProduct(before, now, 1, defaultHealthRules)).toEqual({
      product: 'payments',
      percent: 350,
    });
    expect(findMainDrivingProduct([], [measured('forms', 60, 100)], 1, defaultHealthRules)).toEqual(
      {
        product: 'forms',
        percent: null,
      },
    );
    expect(findMainDrivingProduct(before, before, -1, defaultHealthRules)).toBeNull();
  });
});
