import { MantineProvider } from '@mantine/core';
import { render } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { type Schedule, schedulesNamedInGuides } from '#shared/core/jobs/schedules.ts';
import { defaultHealthRules, type HealthRules } from '#shared/core/scoring-rules.ts';
import type { GuideFigures } from '#shared/metrics/guide-figures.ts';
import { loadAllGuides } from '#test/web/guides.ts';
import type { GuideSettings } from '#web/ui/guide/guide.ts';
import { GuideSections, ShortcutTable } from './GuideSections.tsx';

const guides = await loadAllGuides();
const keys = [...guides.keys()];

function guideOf(key: string, facts: GuideSettings) {
  const make = guides.get(key);
  if (make === undefined) throw new Error(`No guide ${key}`);
  return make(facts);
}

const nothingMeasured: GuideFigures = {
  rules: defaultHealthRules,
  businessTimeZone: 'America/Los_Angeles',
  freshness: {
    officialWeekEnd: null,
    scoresAt: null,
    provisionalAt: null,
    usageAt: null,
    benchmarksAt: null,
  },
  figures: {},
};

/** Returns the full text of a guide. */
function guideText(
  key: string,
  {
    rules = {},
    scheduled = schedulesNamedInGuides,
    today = nothingMeasured,
  }: GuideCircumstances = {},
): string {
  const guide = guideOf(key, {
    rules: { ...defaultHealthRules, ...rules },
    schedules: scheduled,
    zone: 'PST',
  });
  const { container, unmount } = render(
    <MantineProvider env="test">
      {guide.features.map(({ title, text }) => (
        <p key={title}>
          {title}: {text}
        </p>
      ))}
      <GuideSections sections={[...guide.howItWorks, ...guide.healthScoring]} figures={today} />
      <ShortcutTable keys={guide.keys} />
    </MantineProvider>,
  );
  const text = container.textContent;
  unmount();
  return text;
}

interface GuideCircumstances {
  rules?: Partial<HealthRules>;
  scheduled?: readonly Schedule[];
  today?: GuideFigures;
}

describe('every guide', () => {
  test.each(keys)('%s has features, how it works, scoring and keys', (key) => {
    const guide = guideOf(key, {
      rules: defaultHealthRules,
      schedules: schedulesNamedInGuides,
      zone: 'PST',
    });
    for (const part of [guide.features, guide.howItWorks, guide.healthScoring, guide.keys])
      expect(part.length).toBeGreaterThan(0);
    const titles = guide.features.map(({ title }) => title);
    expect(new Set(titles).size).toBe(titles.length);
    expect(guideText(key)).not.toMatch(/undefined|NaN|\[object/);
  });
});

describe('what the guides claim', () => {
  test.each<[string, string | RegExp]>([
    [
      'customer-health',
      'Scores are calculated Sundays, 2 AM to 6 AM PST. Usage is not refreshed during these hours',
    ],
    ['customer-health', '90-day grace period for new customers'],
    ['customer-health', 'Usage is refreshed every 6 hours'],
    ['onboarding', 'Onboarding progress is refreshed every 4 hours'],
    ['customer-health', 'refreshed daily at 2 AM PST'],
    ['customer-health', 'Benchmarks are refreshed four times daily'],
    ['customer-health', 'caches data for 5 minutes'],
    ['customer-health', 'from 2 characters'],
    ['at-risk-customers', 'is below 50%, or has declined for 3 or more weeks'],
    ['at-risk-customers', 'first 90 days'],
    ['portfolio', 'plus or minus 5% (±5%)'],
    ['portfolio', 'Healthy: 75% of benchmark or more'],
    ['portfolio', 'Medium: from 50% to below 75%'],
    ['portfolio', 'Critical: below 50%'],
    ['onboarding', 'Onboarding lasts 180 days'],
    ['onboarding', /25% at 30 days.*50% at 60 days.*80% at 90 days/],
    ['churn-dashboard', '30 to 60 day warning'],
    ['churn-dashboard', 'IMMEDIATE: under 30 days'],
    ['churn-dashboard', 'HIGH: 30 to 45 days'],
    ['churn-dashboard', 'MEDIUM: 45 to 60 days'],
    ['churn-dashboard', '3 or more patterns'],
    ['churn-dashboard', 'daily at 4, 5 and 6 AM PST'],
    ['churn-dashboard', 'Example from the product specification: 89.56% average confidence'],
    ['churn-dashboard', 'Example from the product specification: 73 high-risk customers'],
    ['churn-dashboard', 'Example from the product specification: 240 or more churn events'],
    [
      'customer-health',
      'Example from the product specification: 43 bookings per month across 4,429 locations',
    ],
    [
      'portfolio',
      'Example from the product specification: 43 bookings per month across 4,429 locations',
    ],
  ])('%s says %s', (key, claim) => {
    if (typeof claim === 'string') expect(guideText(key)).toContain(claim);
    else expect(guideText(key)).toMatch(claim);
  });

  test('reference figures appear only as reference examples', () => {
    for (const key of keys) {
      const rest = guideText(key).replace(
        /Example from the product specification: (43 bookings per month across 4,429 locations|89\.56% average confidence|73 high-risk customers|240 or more churn events)/g,
        '',
      );
      expect(rest).not.toMatch(/\b43\b|4,429|89\.56|\b73\b|\b240\b/);
    }
  });
});

describe('figures of today', () => {
  test('appear with their date beside the reference', () => {
    const today: GuideFigures = {
      ...nothingMeasured,
      figures: {
        bookingsPerLocation: { value: 38.26, asOf: '2026-11-20' },
        bookingLocations: { value: 4102, asOf: '2026-11-20' },
        churnEvents: { value: 1, asOf: '2026-11-21' },
      },
    };
    expect(guideText('customer-health', { today })).toContain(
      '38.3 bookings per month on Nov 20, 2026',
    );
    expect(guideText('customer-health', { today })).toContain('4,102 locations on Nov 20, 2026');
    expect(guideText('churn-dashboard', { today })).toContain('1 churn event on Nov 21, 2026');
  });

  test('are marked when they were never measured', () => {
    expect(guideText('churn-dashboard').match(/not measured yet/g)).toHaveLength(3);
  });
});

describe('a changed setting or schedule changes the guide', () => {
  test.each<[string, GuideCircumstances, string]>([
    ['customer-health', { rules: { healthyFrom: 80 } }, 'Healthy: 80% of benchmark or more'],
    [
      'at-risk-customers',
      { rules: { mediumFrom: 45, decliningWeeksAtRisk: 4 } },
      'is below 45%, or has declined for 4 or more weeks',
    ],
    [
      'customer-health',
      { rules: { mediumFrom: 45 } },
      'The factor is 0.45 for a Critical customer',
    ],
    [
      'customer-health',
      { rules: { healthyFrom: 80 } },
      '0.8 for a Medium customer (target “to Healthy”), 0.8 for a Healthy customer',
    ],
    ['onboarding', { rules: { graceDays: 60 } }, '60-day grace period'],
    ['portfolio', { rules: { flatBand: 3 } }, '±3%'],
    ['customer-health', { rules: { minimumPeers: 30 } }, 'fewer than 30 of them'],
    ['customer-health', { rules: { minimumCoverage: 0.5 } }, 'the measurable share is below 50%'],
    [
      'churn-dashboard',
      { scheduled: moved('usage.refresh', '0 */8 * * *') },
      'Sundays, 2 AM to 8 AM PST',
    ],
    [
      'churn-dashboard',
      { scheduled: moved('usage.refresh', '0 */8 * * *') },
      'Usage is refreshed every 8 hours',
    ],
    [
      'institution',
      { scheduled: moved('scores.official', '0 3 * * 1') },
      'calculated Mondays, 3 AM to 6 AM PST',
    ],
    [
      'product-scheduling',
      { scheduled: moved('benchmarks.refresh', '30 6,18 * * *') },
      'Benchmarks are refreshed twice daily',
    ],
  ])('%s with %o', (key, change, words) => {
    expect(guideText(key)).not.toContain(words);
    expect(guideText(key, change)).toContain(words);
  });
});

function moved(key: string, cron: string): Schedule[] {
  return schedulesNamedInGuides.map((schedule) =>
    schedule.key === key ? { ...schedule, cron } : schedule,
  );
}
