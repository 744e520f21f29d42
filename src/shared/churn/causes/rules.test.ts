import { expect, it } from 'vitest';
import { createChurnLoss as loss } from '#test/churn-records.ts';
import { quarterOf } from '../quarters.ts';
import { describeDriverStep, driverEffectText } from './drivers.ts';
import type { RiskEpisode } from './episodes.ts';
import {
  computeQuarterlyRiskEpisodeFigures,
  computeRiskEpisodeFigures,
  countReasonsBySegment,
} from './rules.ts';

const episode = (
  outcome: RiskEpisode['outcome'],
  beganOn = '2026-07-05',
  noticedOn: string | null = null,
): RiskEpisode => ({
  institutionId: 1,
  institutionName: 'A',
  sizeTier: 'Small',
  beganOn,
  endedOn: null,
  outcome,
  noticedOn,
  isTreated: false,
});
it('quarters include their last day', () => {
  expect(['2026-01-01', '2026-03-31', '2026-04-01', '2026-12-31'].map(quarterOf)).toEqual([
    '2026 Q1',
    '2026 Q1',
    '2026 Q2',
    '2026 Q4',
  ]);
});

it('the share counts only saved and lost episodes', () => {
  const episodes = [
    episode('Saved'),
    episode('Open'),
    episode('Lost', '2026-07-05', '2026-08-04'),
    episode('Too early to tell'),
    episode('Lost', '2026-04-05', '2026-04-01'),
  ];
  expect(computeRiskEpisodeFigures(episodes)).toEqual({
    episodes: 5,
    open: 1,
    early: 1,
    saved: { hits: 1, of: 3 },
    isTooEarly: true,
    daysToNotice: 15,
  });
  expect(
    computeQuarterlyRiskEpisodeFigures(episodes).map(({ quarter, figures }) => [
      quarter,
      figures.episodes,
    ]),
  ).toEqual([
    ['2026 Q3', 4],
    ['2026 Q2', 1],
  ]);
  expect(computeRiskEpisodeFigures([]).daysToNotice).toBeNull();
  const decided = Array.from({ length: 4 }, () => episode('Saved'));
  expect(computeRiskEpisodeFigures([...decided, episode('Open')]).isTooEarly).toBe(false);
  expect(computeRiskEpisodeFigures([...decided, episode('Open'), episode('Open')]).isTooEarly).toBe(
    true,
  );
});

it('counts losses by actual reason, excluding withdrawn ones and practices that were sold or closed', () => {
  const losses = [
    loss({ foundReason: 'Competitor' }),
    loss({}),
    loss({ sizeTier: 'Large', avoidable: 'no' }),
    loss({ sizeTier: null }),
    loss({ reason: 'Practice sold or closed', avoidable: 'no' }),
    loss({ takenBack: { at: '2026-08-01T00:00:00.000Z', by: null, reason: 'stays' } }),
  ];
  const usual = countReasonsBySegment(losses, 'sizeTier', {
    avoidableOnly: false,
    withClosed: false,
  });
  expect(usual.reasons).toEqual(['Low use', 'Competitor']);
  expect(
    usual.segments.map(({ segment, losses: count, byReason }) => [segment, count, [...byReason]]),
  ).toEqual([
    [
      'Small',
      2,
      [
        ['Competitor', 1],
        ['Low use', 1],
      ],
    ],
    ['Large', 1, [['Low use', 1]]],
  ]);
  expect(
    countReasonsBySegment(losses, 'sizeTier', { avoidableOnly: true, withClosed: false }).segments,
  ).toHaveLength(1);
  expect(
    countReasonsBySegment(losses, 'sizeTier', { avoidableOnly: false, withClosed: true }).reasons,
  ).toContain('Practice sold or closed');
  expect(
    countReasonsBySegment(losses, 'practiceType', {
      avoidableOnly: false,
      withClosed: true,
    }).segments.map(({ segment }) => segment),
  ).toEqual(['Dental']);
});

it('formats drivers in the unit of their feature, and reports no clear effect when the interval includes 1', () => {
  const driver = {
    feature: 'score',
    isUnknown: false,
    step: 18.44,
    oddsRatio: 0.5,
    low: 0.4,
    high: 0.7,
  } as const;
  expect(describeDriverStep(driver)).toBe('Adoption score, 18 points more');
  expect(describeDriverStep({ ...driver, feature: 'useRatio', step: 0.3 })).toBe(
    'Usage trend (4 weeks vs. previous 8), 30 points more',
  );
  expect(describeDriverStep({ ...driver, feature: 'renewalDays', isUnknown: true })).toBe(
    'Days until the renewal: unknown',
  );
  expect(driverEffectText(driver)).toBe('Less often');
  expect(driverEffectText({ ...driver, oddsRatio: 1.2, high: 1.5 })).toBe('No clear effect');
  expect(driverEffectText({ ...driver, oddsRatio: 2, low: 1.5, high: 2.5 })).toBe('More often');
});
