import { describe, expect, it } from 'vitest';
import type { DetectedIncident } from './detect.ts';
import { incidentStage, type KnownIncident, matchIncidents } from './rules.ts';

const now = new Date('2026-11-18T08:45:00Z');
const found = (
  customers: readonly number[],
  facts: Partial<DetectedIncident> = {},
): DetectedIncident => ({
  kind: 'system_state',
  ehr: 'Dentrix',
  state: 'TX',
  area: null,
  watched: 25,
  silent: customers.length,
  expected: 0.3,
  chance: 0.001,
  likelihoodRatio: 40,
  silentSince: '2026-11-11',
  locations: customers.map((institutionId) => ({
    institutionId,
    locationId: institutionId * 10,
    silentSince: '2026-11-11',
  })),
  ...facts,
});
const known = (
  customers: readonly number[],
  facts: Partial<KnownIncident> = {},
): KnownIncident => ({
  incidentId: 'one',
  kind: 'system_state',
  ehr: 'Dentrix',
  state: 'TX',
  place: null,
  foundAt: new Date('2026-11-18T02:45:00Z'),
  overAt: null,
  dismissedSilent: null,
  customers: new Set(customers),
  stillSilent: new Set(customers),
  ...facts,
});
const nothing = { opened: [], goesOn: [], stays: [], over: [] };

describe('after a scan', () => {
  it('a new cluster opens an incident', () => {
    const one = found([1, 2, 3]);
    expect(matchIncidents([], [one], now)).toEqual({ ...nothing, opened: [one] });
    const elsewhere = known([7, 8, 9], { state: 'CA' });
    expect(matchIncidents([elsewhere], [one], now)).toEqual({
      ...nothing,
      opened: [one],
      stays: ['one'],
    });
  });

  it('the same group continues the same incident, and so does a group of mostly the same customers', () => {
    const sameGroup = found([4, 5, 6, 7]);
    expect(matchIncidents([known([1, 2, 3])], [sameGroup], now).goesOn).toEqual([
      { incidentId: 'one', found: sameGroup, hasReturned: false },
    ]);
    const wider = found([1, 2, 3, 4, 5, 6, 7, 8], { kind: 'system', state: null });
    expect(matchIncidents([known([1, 2, 3, 9])], [wider], now).goesOn).toMatchObject([
      { incidentId: 'one' },
    ]);
    const other = found([1, 5, 6, 7, 8], { kind: 'system', ehr: 'Curve', state: null });
    expect(matchIncidents([known([1, 2, 3, 4])], [other], now)).toMatchObject({
      opened: [other],
      stays: ['one'],
    });
  });

  it('of two incidents, the one that shares most customers continues', () => {
    const one = found([1, 2, 3, 4, 5], { kind: 'area', ehr: null, state: null });
    const both = [
      known([1, 2], { incidentId: 'two', state: 'OK' }),
      known([3, 4, 5], { incidentId: 'three', state: 'NM' }),
    ];
    expect(matchIncidents(both, [one], now)).toMatchObject({
      goesOn: [{ incidentId: 'three' }],
      stays: ['two'],
    });
  });

  it('an incident that is no longer detected ends once most of its customers have reported', () => {
    const half = known([1, 2, 3, 4], { stillSilent: new Set([1, 2]) });
    expect(matchIncidents([half], [], now)).toEqual({ ...nothing, stays: ['one'] });
    const few = known([1, 2, 3, 4], { stillSilent: new Set([1]) });
    expect(matchIncidents([few], [], now)).toEqual({ ...nothing, over: ['one'] });
    const old = known([1, 2, 3, 4], { foundAt: new Date('2026-10-20T00:00:00Z') });
    expect(matchIncidents([old], [], now)).toEqual({ ...nothing, over: ['one'] });
  });

  it('a dismissed incident stays dismissed, even after it ended, until half as many more are silent', () => {
    const dismissed = known([1, 2, 3, 4], { dismissedSilent: 4 });
    expect(matchIncidents([dismissed], [found([1, 2, 3, 4, 5])], now).goesOn).toMatchObject([
      { hasReturned: false },
    ]);
    expect(matchIncidents([dismissed], [found([1, 2, 3, 4, 5, 6])], now).goesOn).toMatchObject([
      { hasReturned: true },
    ]);
    const overLately = { ...dismissed, overAt: new Date('2026-11-10T00:00:00Z') };
    expect(matchIncidents([overLately], [found([1, 2, 3, 4])], now)).toMatchObject({
      opened: [],
      goesOn: [{ hasReturned: false }],
    });
    expect(matchIncidents([overLately], [], now)).toEqual(nothing);
  });

  it('with all feeds silent says nothing of single incidents, and of all feeds no longer than they are', () => {
    const all = found([], { kind: 'all', ehr: null, state: null, chance: null });
    const gone = known([1, 2, 3], { stillSilent: new Set() });
    expect(matchIncidents([gone], [all], now)).toEqual({
      ...nothing,
      opened: [all],
      stays: ['one'],
    });
    const before = known([], { incidentId: 'all', kind: 'all', ehr: null, state: null });
    expect(matchIncidents([before], [all], now).goesOn).toMatchObject([{ incidentId: 'all' }]);
    expect(matchIncidents([before], [], now)).toEqual({ ...nothing, over: ['all'] });
  });
});

it('grows for a day after an increase', () => {
  const standing = { grewAt: null, overAt: null, dismissedAt: null };
  expect(incidentStage(standing, now)).toBe('Open');
  expect(incidentStage({ ...standing, grewAt: new Date('2026-11-17T08:46:00Z') }, now)).toBe(
    'Growing',
  );
  expect(incidentStage({ ...standing, grewAt: new Date('2026-11-17T08:45:00Z') }, now)).toBe(
    'Open',
  );
  expect(incidentStage({ ...standing, dismissedAt: now, grewAt: now }, now)).toBe('Dismissed');
  expect(incidentStage({ ...standing, dismissedAt: now, overAt: now }, now)).toBe('Over');
});
