import { describe, expect, it } from 'vitest';
import { createInstitutionHealth } from '#test/records.ts';
import { healthNarrative } from './narrative.ts';

const of = (facts: Parameters<typeof createInstitutionHealth>[0]) =>
  healthNarrative(createInstitutionHealth(facts));

describe('the narrative', () => {
  it.each([
    [0, 'is a new customer'],
    [2, 'is a new customer'],
    [3, 'has been a customer for'],
    [11, 'has been a customer for'],
    [12, 'is a long-term customer'],
    [null, 'It is unknown how long'],
  ])('after %i months says "%s"', (monthsSinceGoLive, words) => {
    expect(of({ monthsSinceGoLive })).toContain(words);
  });

  it.each([
    [100, 'all features'],
    [99.9, 'most features'],
    [75, 'most features'],
    [74.9, '3 of the 4 features'],
  ])('at an adoption rate of %d %% says "%s"', (adoptionRate, words) => {
    expect(of({ adoptionRate, activeFeatures: 3, entitledFeatures: 4 })).toContain(words);
  });

  it('mentions only Enterprise and Large sizes', () => {
    expect(of({ sizeTier: 'Enterprise', locationCount: 30 })).toContain(
      '30 locations, it is an enterprise group',
    );
    expect(of({ sizeTier: 'Large', locationCount: 8 })).toContain(
      '8 locations, it is a large group',
    );
    expect(of({ sizeTier: 'Medium', locationCount: 3 })).not.toContain('group');
  });

  it('suggests an upsell when Healthy and up by more than 5 points', () => {
    expect(of({ healthTier: 'Healthy', scoreChange: 5.01 })).toContain('more products');
    expect(of({ healthTier: 'Healthy', scoreChange: 5 })).not.toContain('more products');
    expect(of({ healthTier: 'Medium', scoreChange: 20 })).not.toContain('more products');
    expect(of({ healthTier: 'Healthy', scoreChange: null })).not.toContain('more products');
  });

  it('starts with the departure of a former customer and suggests no upsell', () => {
    const left = of({ churnedOn: '2025-12-14', tenure: '2 years', scoreChange: 20 });
    expect(left).toMatch(
      /^Elm Dental left on Dec 14, 2025, after 2 years\. All other facts are from its last official week\./,
    );
    expect(left).not.toContain('more products');
  });

  it('reports the trend, with risk taking precedence', () => {
    expect(of({ consecutiveWeeksAtRisk: 1, consecutiveWeeksDeclining: 4 })).toContain(
      'at risk for 1 week.',
    );
    expect(of({ consecutiveWeeksDeclining: 2 })).toContain('declined for 2 weeks');
    expect(of({ consecutiveWeeksImproving: 2 })).toContain('improved for 2 weeks');
  });

  it('reports the silent connection, not usage, of an unmeasurable customer', () => {
    const unknown = {
      healthTier: 'Unknown',
      adoptionScore: null,
      activeFeatures: 0,
      adoptionRate: 0,
      measuredLocations: 0,
    } as const;
    const weekEndDate = '2026-11-14';
    const silent = of({ ...unknown, weekEndDate, locationCount: 3, lastReportOn: '2026-10-11' });
    expect(silent).toContain(
      'The connections of its 3 locations have been silent since Oct 12, 2026',
    );
    expect(silent).not.toContain('features');
    expect(of({ ...unknown, locationCount: 1, lastReportOn: null })).toContain(
      'Its connection has never reported',
    );
    expect(of({ ...unknown, weekEndDate, locationCount: 1, lastReportOn: '2026-11-16' })).toContain(
      'Its connection has reported again since the week ending Nov 14, 2026',
    );
    expect(of({ ...unknown, measuredLocations: 1, coverage: 0.4 })).toContain(
      'only 40% of its products (counted by weight) can be measured',
    );
  });

  it('reports that no product is used or sold', () => {
    expect(of({ hasZeroUsage: true, adoptionRate: 0 })).toContain('use any of its products');
    expect(of({ entitledFeatures: 0, hasZeroUsage: false, adoptionRate: 0 })).toContain(
      'It has no products yet',
    );
  });
});
