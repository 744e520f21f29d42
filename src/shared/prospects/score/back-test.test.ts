import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backTestScore, type ClosedProspect, scoreBandOf } from './back-test.ts';

const closed = (won: readonly number[], lost: readonly number[]): ClosedProspect[] => [
  ...won.map((score) => ({ score, isWon: true })),
  ...lost.map((score) => ({ score, isWon: false })),
];

describe('the back-test of the score', () => {
  it.each([
    [0, 0],
    [24, 0],
    [25, 1],
    [74, 2],
    [75, 3],
    [100, 3],
  ])('puts score %i into band %i', (score, band) => {
    expect(scoreBandOf(score)).toBe(band);
  });

  it('counts won and lost prospects by band', () => {
    expect(backTestScore(closed([80, 100, 24], [30, 0])).bands).toEqual([
      { won: 1, lost: 1 },
      { won: 0, lost: 1 },
      { won: 0, lost: 0 },
      { won: 2, lost: 0 },
    ]);
  });

  it('compares nothing below five won or five lost prospects', () => {
    expect(backTestScore(closed([80, 80, 80, 80, 80], [10, 10, 10, 10])).concordance).toBeNull();
    expect(backTestScore(closed([80, 80, 80, 80], [10, 10, 10, 10, 10])).concordance).toBeNull();
  });

  it('is 1 when every won prospect scored higher, and one half when all scores are equal', () => {
    expect(backTestScore(closed([80, 70, 90, 70, 80], [60, 10, 0, 60, 5])).concordance).toEqual({
      value: 1,
      low: 1,
      high: 1,
    });
    expect(backTestScore(closed(Array(6).fill(50), Array(5).fill(50))).concordance?.value).toBe(
      0.5,
    );
  });

  it('has the interval of the example of Hanley and McNeil', () => {
    // Table 2 of their article: ratings of 58 normal and 51 abnormal images.
    const rated = (counts: readonly number[]) =>
      counts.flatMap((count, rating) => Array.from({ length: count }, () => rating));
    const { concordance } = backTestScore(
      closed(rated([3, 2, 2, 11, 33]), rated([33, 6, 6, 11, 2])),
    );
    expect(concordance?.value).toBeCloseTo(0.893, 3);
    expect(((concordance?.high ?? 0) - (concordance?.low ?? 0)) / 2 / 1.96).toBeCloseTo(0.032, 3);
  });

  it('equals the share of pairs counted one by one', () => {
    const scores = fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 5, maxLength: 30 });
    fc.assert(
      fc.property(scores, scores, (won, lost) => {
        const pairs = won.flatMap((own) =>
          lost.map((other) => (own > other ? 1 : own === other ? 0.5 : 0)),
        );
        const share = pairs.reduce((sum: number, each) => sum + each, 0) / pairs.length;
        const { concordance } = backTestScore(closed(won, lost));
        expect(concordance?.value).toBeCloseTo(share, 10);
        expect(concordance?.low).toBeLessThanOrEqual(concordance?.value ?? 0);
        expect(concordance?.high).toBeLessThanOrEqual(1);
      }),
    );
  });
});
