import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '#server/churn/learning/random.ts';
import { detectIncidents } from './detect.ts';
import { groupConnections } from './groups.ts';
import {
  computeLogLikelihoodRatio,
  findClusters,
  type ScannedConnection,
  strongestCluster,
} from './scan.ts';
import type { WatchedFeed } from './silence.ts';

const systems = ['Dentrix', 'Eaglesoft', 'Open Dental', 'Curve'];
const states = ['CA', 'FL', 'NY', 'TX', 'WA'];

/**
 * Generates customers with one connection each. The states are in separate grid squares.
 * Connections are silent by chance.
 */
function country(customers: number, share: number, random: () => number): ScannedConnection[] {
  return Array.from({ length: customers }, (_, at) => {
    const state = Math.floor(random() * states.length);
    return {
      institutionId: at + 1,
      ehr: systems[Math.floor(random() * systems.length)] ?? null,
      state: states[state] ?? null,
      city: `Town ${state}`,
      latitude: 30 + 3 * state + random() * 2,
      longitude: -120 + 10 * state + random() * 2,
      isSilent: random() < share,
    };
  });
}

/**
 * Returns the log likelihood of `silent` silent connections among `all`, as a sum of one term for
 * each connection.
 */
function logLikelihood(silent: number, all: number, chance: number): number {
  let sum = 0;
  for (let at = 0; at < all; at++) sum += Math.log(at < silent ? chance : 1 - chance);
  return sum;
}

it('has the ratio of individually computed likelihoods', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 1, max: 40 }),
      fc.nat(),
      fc.nat(),
      (inside, outside, one, other) => {
        const silent = one % (inside + 1);
        const silentOutside = other % (outside + 1);
        const all = inside + outside;
        const chance = (silent + silentOutside) / all;
        const [here, there] = [silent / inside, silentOutside / outside];
        const expected =
          here > there
            ? logLikelihood(silent, inside, here) +
              logLikelihood(silentOutside, outside, there) -
              logLikelihood(silent, inside, chance) -
              logLikelihood(silentOutside, outside, chance)
            : 0;
        expect(computeLogLikelihoodRatio(silent, inside, silent + silentOutside, all)).toBeCloseTo(
          expected,
          8,
        );
      },
    ),
    { seed: 1 },
  );
});

it('has the p-value computed by enumerating all draws', () => {
  // Thirty customers have three EHRs and no coordinates. Five of them are silent, and four of these
  // have the first EHR.
  const sizes = [8, 10, 12];
  const ofSystem = sizes.flatMap((size, system) => Array.from({ length: size }, () => system));
  const silent = new Set([0, 1, 2, 3, 9]);
  const customers = ofSystem.map((system, at): ScannedConnection => {
    const nowhere = { state: null, city: null, latitude: null, longitude: null };
    return {
      ...nowhere,
      institutionId: at + 1,
      ehr: systems[system] ?? null,
      isSilent: silent.has(at),
    };
  });
  const clearest = (found: readonly number[]) =>
    Math.max(...sizes.map((size, at) => computeLogLikelihoodRatio(found[at] ?? 0, size, 5, 30)));
  const real = clearest([4, 1, 0]);
  let draws = 0;
  let asClear = 0;
  const choose = (from: number, left: number, found: readonly number[]) => {
    if (left === 0) {
      draws++;
      if (clearest(found) >= real - 1e-9) asClear++;
      return;
    }
    for (let at = from; at <= 30 - left; at++)
      choose(
        at + 1,
        left - 1,
        found.map((count, system) => count + (system === ofSystem[at] ? 1 : 0)),
      );
  };
  choose(0, 5, [0, 0, 0]);
  expect(draws).toBe(142_506);
  const exact = asClear / draws;
  expect(exact).toBeGreaterThan(0.005);
  const cluster = strongestCluster(customers, groupConnections(customers), 7);
  expect(cluster).toMatchObject({
    watched: 8,
    silent: 4,
    likelihoodRatio: expect.closeTo(real, 9),
  });
  expect(cluster?.expected).toBeCloseTo(8 / 22, 9);
  expect(Math.abs((cluster?.chance ?? 1) - exact)).toBeLessThan(
    4 * Math.sqrt(exact / 1000) + 0.001,
  );
});

describe('clusters', () => {
  it('are found where customers of one EHR in one state fall silent', () => {
    for (let seed = 1; seed <= 6; seed++) {
      const random = seededRandom(seed);
      const customers = country(1_000, 0.01, random);
      const hit = customers.filter(({ ehr, state }) => ehr === 'Curve' && state === 'NY');
      for (const one of hit) one.isSilent = random() < 0.7;
      const [cluster] = findClusters(customers, seed).clusters;
      expect(cluster).toMatchObject({ chance: 0.001, group: { ehr: 'Curve' } });
      const found = cluster?.group.members.flatMap((at) => customers[at] ?? []) ?? [];
      expect(found.filter((one) => hit.includes(one)).length).toBeGreaterThan(0.8 * hit.length);
      expect(found.filter((one) => !hit.includes(one)).length).toBeLessThan(0.1 * hit.length);
    }
  });

  it('are found around a place, across EHRs', () => {
    const random = seededRandom(3);
    const customers = country(1_000, 0.01, random);
    const near = customers
      .filter(({ state }) => state === 'FL')
      .toSorted(
        (one, other) =>
          Math.hypot((one.latitude ?? 0) - 33.5, (one.longitude ?? 0) + 109.5) -
          Math.hypot((other.latitude ?? 0) - 33.5, (other.longitude ?? 0) + 109.5),
      );
    for (const one of near.slice(0, 20)) one.isSilent = true;
    const [cluster] = findClusters(customers, 3).clusters;
    expect(cluster?.group).toMatchObject({ kind: 'area', area: { place: 'Town 1, FL' } });
    expect(cluster?.group.area?.radiusMiles).toBeLessThan(70);
    expect(cluster?.silent).toBeGreaterThanOrEqual(16);
  });

  it('do not overlap: each is removed before the next search', () => {
    const customers = country(1_000, 0.005, seededRandom(5));
    for (const one of customers)
      if (one.ehr === 'Dentrix' || one.state === 'WA') one.isSilent = one.institutionId % 3 > 0;
    const { clusters } = findClusters(customers, 5);
    expect(clusters.map(({ group }) => [group.kind, group.ehr, group.state])).toEqual([
      ['system', 'Dentrix', null],
      ['state', null, 'WA'],
    ]);
    const members = clusters.flatMap(({ group }) => group.members);
    expect(new Set(members).size).toBe(members.length);
    expect(clusters[1]?.group.members.every((at) => customers[at]?.ehr !== 'Dentrix')).toBe(true);
  });

  it('are found in noise about as often as their p-value says', () => {
    const worlds = 60;
    let at5 = 0;
    for (let seed = 1; seed <= worlds; seed++) {
      const customers = country(200, 0.04, seededRandom(seed));
      const chance = strongestCluster(customers, groupConnections(customers), seed)?.chance ?? 1;
      if (chance <= 0.05) at5++;
    }
    // Three clusters with p ≤ 0.05 are expected in 60 runs. More than nine would exceed the
    // expected number by more than three standard errors.
    expect(at5).toBeLessThanOrEqual(9);
  });

  it('are not caused by chains whose connections fail together', () => {
    const worlds = 40;
    let found = 0;
    for (let seed = 1; seed <= worlds; seed++) {
      const random = seededRandom(seed);
      const singles = country(150, 0.03, random);
      // Each of the ten chains has one EHR and a connection in every state. In about a third of the
      // chains, all connections are silent.
      const chains = Array.from({ length: 10 }, (_, chain): ScannedConnection[] => {
        const isSilent = random() < 0.3;
        return states.map((state) => ({
          ...{
            institutionId: 1_000 + chain,
            ehr: 'Dentrix',
            state,
            city: null,
            latitude: null,
            longitude: null,
          },
          isSilent,
        }));
      }).flat();
      const customers = [...singles, ...chains];
      if ((strongestCluster(customers, groupConnections(customers), seed)?.chance ?? 1) <= 0.05)
        found++;
    }
    expect(found).toBeLessThanOrEqual(6);
  });

  it('need five connections and three silent customers', () => {
    const few = country(200, 0, seededRandom(1)).map(
      (one, at): ScannedConnection => ({
        ...one,
        ehr: at < 4 ? 'Rare' : 'Dentrix',
        isSilent: at < 4,
      }),
    );
    expect(groupConnections(few).some(({ ehr }) => ehr === 'Rare')).toBe(false);
    const two = country(200, 0, seededRandom(2)).map(
      (one, at): ScannedConnection => ({
        ...one,
        institutionId: at < 6 ? at % 2 : at,
        isSilent: at < 6,
      }),
    );
    expect(findClusters(two, 1).clusters).toEqual([]);
    expect(findClusters([], 1)).toEqual({ clusters: [], compared: 0 });
    expect(findClusters(country(50, 1, seededRandom(1)), 1).clusters).toEqual([]);
  });

  it('without coordinates, systems or states are none, and no error', () => {
    const bare = country(100, 0.5, seededRandom(4)).map((one): ScannedConnection => {
      return { ...one, ehr: null, state: null, city: null, latitude: null, longitude: null };
    });
    expect(findClusters(bare, 1)).toEqual({ clusters: [], compared: 0 });
  });

  it('are the same for the same connections and seed', () => {
    const customers = country(600, 0.04, seededRandom(9));
    for (const one of customers.slice(0, 40)) one.isSilent = one.state === 'CA' || one.isSilent;
    expect(findClusters(customers, 11)).toEqual(findClusters(structuredClone(customers), 11));
  });
});

describe('a scan', () => {
  const feeds = (customers: readonly ScannedConnection[]): WatchedFeed[] =>
    customers.map(({ isSilent, ...one }) => ({
      ...one,
      locationId: one.institutionId * 10,
      lastReportOn: '2026-11-10',
      weeksReported: 6,
      silentSince: isSilent ? '2026-11-11' : null,
    }));

  it('reports all feeds, without a comparison, when at least half of the connections are silent', () => {
    const customers = country(100, 0, seededRandom(1)).map(
      (one, at): ScannedConnection => ({ ...one, isSilent: at % 2 === 0 }),
    );
    const found = detectIncidents(feeds(customers), 1);
    expect(found).toMatchObject({
      watched: { connections: 100, locations: 100 },
      silent: { connections: 50, locations: 50 },
      compared: 0,
      found: [
        {
          kind: 'all',
          watched: 100,
          silent: 50,
          chance: null,
          expected: null,
          silentSince: '2026-11-11',
          locations: [],
        },
      ],
    });
    expect(detectIncidents(feeds(customers.slice(0, 4)), 1).found).toEqual([]);
  });

  it('names only the silent locations of a cluster', () => {
    const customers = country(400, 0, seededRandom(6)).map((one): ScannedConnection => {
      return {
        ...one,
        isSilent: one.ehr === 'Curve' && one.state === 'CA' && one.institutionId % 4 > 0,
      };
    });
    const silent = customers.filter((one) => one.isSilent).map((one) => one.institutionId);
    const [found] = detectIncidents(feeds(customers), 6).found;
    expect(found?.locations.map((one) => one.institutionId)).toEqual(silent);
    expect(found).toMatchObject({
      kind: 'system_state',
      silent: silent.length,
      expected: 0,
      silentSince: '2026-11-11',
    });
  });
});
