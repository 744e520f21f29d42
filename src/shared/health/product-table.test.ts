import { describe, expect, it } from 'vitest';
import { createInstitutionHealth } from '#test/records.ts';
import { type FeatureTargets, goalMetMarker } from './health.ts';
import { productRows, targetCaption, targetText, usageText } from './product-table.ts';

describe('the product table', () => {
  it('lists online booking, its sub-products, then the rest by descending score', () => {
    const rows = productRows(
      createInstitutionHealth({
        featureEntitlements: {
          payments: true,
          waitlist: true,
          onlineBooking: true,
          forms: true,
          recalls: true,
          reviews: true,
        },
        featureScores: { payments: 40, forms: 120, onlineBooking: 10, recalls: 999, waitlist: 5 },
      }),
    );
    expect(rows.map((row) => row.product)).toEqual([
      'onlineBooking',
      'recalls',
      'waitlist',
      'forms',
      'payments',
      'reviews',
    ]);
    expect(rows.filter((row) => row.isSubItem).map((row) => row.name)).toEqual([
      'Recalls',
      'Waitlist',
    ]);
  });

  it('skips products neither entitled nor used, and keeps those used without entitlement', () => {
    const rows = productRows(
      createInstitutionHealth({
        featureEntitlements: { forms: false },
        featureUsage: { forms: 0, messaging: 3 },
        featureScores: {},
      }),
    );
    expect(rows.map((row) => [row.product, row.entitled])).toEqual([['messaging', false]]);
  });

  it('prints payments in dollars', () => {
    expect(usageText('payments', 12345.6)).toBe('$12,346');
    expect(usageText('forms', 12345.6)).toBe('12,346');
  });
});

describe('the Target column', () => {
  const targets: FeatureTargets = {
    targetMultiplier: 0.75,
    locationCount: 5,
    measuredLocations: 3,
    featureTargets: {
      onlineBooking: { target: 97, benchmark: 43.4, isPerLocation: true },
      recalls: { target: 'Combined', benchmark: null, isPerLocation: true },
      forms: { target: goalMetMarker, benchmark: 10, isPerLocation: true },
      payments: { target: 7500, benchmark: 3333.4, isPerLocation: true },
      reviews: { target: 8, benchmark: 10.6, isPerLocation: false },
      insurance: { target: 'Combined', benchmark: null, isPerLocation: false },
      messaging: { target: 1, benchmark: null, isPerLocation: true },
    },
  };

  it('multiplies the rounded benchmark by locations if per location, then by the multiplier', () => {
    expect(targetText('onlineBooking', targets)).toBe('97');
    expect(targetText('payments', targets)).toBe('$7,499');
    expect(targetText('reviews', targets)).toBe('8');
  });

  it('shows a text when there is no number', () => {
    expect(targetText('forms', targets)).toBe('Goal met');
    expect(targetText('recalls', targets)).toBe('Included above');
    expect(targetText('insurance', targets)).toBe('See above');
    expect(targetText('waitlist', targets)).toBe('–');
    expect(targetText('messaging', targets)).toBe('–');
    expect(targetText('forms', undefined)).toBe('Loading...');
    expect(targetText('forms', null)).toBe('–');
  });

  it('is captioned by tier', () => {
    expect([targetCaption('Critical'), targetCaption('Medium'), targetCaption('Healthy')]).toEqual([
      'to Medium',
      'to Healthy',
      'Maintain',
    ]);
  });
});
