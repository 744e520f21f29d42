import { describe, expect, it } from 'vitest';
import {
  changeDirectionText,
  excludedCustomersText,
  hiddenReasonText,
  medianChangeExplanationText,
  medianUsageText,
  signedPercentText,
} from './product-proof-words.ts';

describe('a change', () => {
  it.each([
    [12.34, '+12.3%'],
    [-4.333, '−4.3%'],
    [0, '±0.0%'],
    [-0.04, '±0.0%'],
    [0.05, '+0.1%'],
  ])('of %f percent reads %s', (percent, text) => {
    expect(signedPercentText(percent)).toBe(text);
  });

  it.each([
    [1, 3, 'Up'],
    [-3, -1, 'Down'],
    [-1, 3, 'No clear change'],
    [0, 3, 'No clear change'],
    [-3, 0, 'No clear change'],
  ])('with an interval from %d to %d is called %s', (low, high, word) => {
    expect(changeDirectionText({ low, high, confidence: 0.95 })).toContain(word);
  });
});

const before = { from: '2025-10-19', to: '2025-11-15' };
const now = { from: '2026-10-18', to: '2026-11-14' };

describe('the definition', () => {
  it('names both windows, and says that seasonal effects cancel out after 52 weeks', () => {
    const text = medianChangeExplanationText({ before, now, weeksApart: 52 });
    expect(text).toContain('28 days ending Nov 14, 2026');
    expect(text).toContain('28 days ending Nov 15, 2025');
    expect(text).toContain('52 weeks apart, so that seasonal effects cancel out');
  });

  it('says that the change may be seasonal with less than 52 weeks of history', () => {
    expect(medianChangeExplanationText({ before, now, weeksApart: 24 })).toContain(
      '24 weeks apart, because there is no longer history. Part of the change may be seasonal',
    );
  });
});

describe('what is not shown', () => {
  it('gives the count and why it is too small', () => {
    expect(hiddenReasonText({ customers: 19 })).toBe(
      'Only 19 customers can be compared. With fewer than 20, one or two customers would determine the figure, so it is hidden.',
    );
    expect(hiddenReasonText({ customers: 1 })).toContain('Only 1 customer can');
    expect(hiddenReasonText({ customers: 0 })).toContain('No customers can be compared yet.');
  });

  it('counts customers outside the median, and is empty when there are none', () => {
    expect(excludedCustomersText({ unusedBefore: 0, notMeasurableNow: 0 })).toBeNull();
    expect(excludedCustomersText({ unusedBefore: 0, notMeasurableNow: 7 })).toBe(
      'Not in the median: 7 used the product in the earlier period but have since left, canceled the product or stopped reporting.',
    );
    expect(excludedCustomersText({ unusedBefore: 1234, notMeasurableNow: 7 })).toContain(
      '1,234 did not use the product in the earlier period',
    );
  });
});

it('writes dollars for payments and uses for the rest', () => {
  expect(medianUsageText('payments', 7703.34)).toBe('$7,703');
  expect(medianUsageText('forms', 93)).toBe('93 uses');
});
