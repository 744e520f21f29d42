import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type RouteCandidate, type RouteLimits, timeRoute } from './plan.ts';
import { insertStop, maxRouteStops, planRoute, routePoints } from './planner.ts';

const austin = { latitude: 30.27, longitude: -97.74 };
const limits: RouteLimits = {
  start: austin,
  isRoundTrip: false,
  minutes: 240,
  visitMinutes: 30,
  travel: { detourFactor: 1.3, milesPerHour: 35 },
};
const nobody = new Set<string>();
const stop = (key: string, latitude: number, longitude: number, value: number): RouteCandidate => ({
  key,
  latitude,
  longitude,
  value,
});
const keysOf = (route: readonly RouteCandidate[]) => route.map(({ key }) => key);

const candidates = (count: { minLength?: number; maxLength: number }) =>
  fc
    .array(
      fc.record({
        east: fc.double({ min: -0.5, max: 0.5, noNaN: true }),
        north: fc.double({ min: -0.4, max: 0.4, noNaN: true }),
        value: fc.integer({ min: 0, max: 100 }),
      }),
      count,
    )
    .map((drawn) =>
      drawn.map(({ east, north, value }, at) =>
        stop(`c${at}`, austin.latitude + north, austin.longitude + east, value),
      ),
    );
const someLimits = fc
  .record({
    minutes: fc.integer({ min: 30, max: 400 }),
    isRoundTrip: fc.boolean(),
    hasStart: fc.boolean(),
  })
  .map(({ minutes, isRoundTrip, hasStart }) => ({
    ...limits,
    minutes,
    isRoundTrip,
    start: hasStart ? austin : null,
  }));

/** Returns the points of the best route by trying all of them. */
function bestPoints(all: readonly RouteCandidate[], task: RouteLimits): number {
  let best = 0;
  const extend = (order: readonly RouteCandidate[]) => {
    for (const next of all) {
      if (order.includes(next)) continue;
      const longer = [...order, next];
      // Every longer route takes more time, except for the way back.
      if (timeRoute(longer, { ...task, isRoundTrip: false }).minutes > task.minutes) continue;
      if (timeRoute(longer, task).minutes <= task.minutes)
        best = Math.max(best, routePoints(longer, task));
      extend(longer);
    }
  };
  extend([]);
  return best;
}

/** Returns the route that always drives to the nearest stop that is worth its drive. */
function nearestFirst(all: readonly RouteCandidate[], task: RouteLimits): RouteCandidate[] {
  let route: RouteCandidate[] = [];
  for (;;) {
    const next = all
      .filter((each) => !route.includes(each))
      .map((each) => [...route, each])
      .filter(
        (longer) =>
          timeRoute(longer, task).minutes <= task.minutes &&
          routePoints(longer, task) > routePoints(route, task),
      )
      .sort((one, other) => timeRoute(one, task).minutes - timeRoute(other, task).minutes)[0];
    if (next === undefined) return route;
    route = next;
  }
}

describe('the planned route', () => {
  it('visits what is worth the drive, in the shortest order, within the time', () => {
    const route = planRoute(
      [
        stop('far', 32.78, -96.8, 90),
        stop('north', 30.5, -97.74, 40),
        stop('middle', 30.4, -97.74, 30),
        stop('worthless', 30.3, -97.74, 0),
      ],
      nobody,
      limits,
    );
    expect(keysOf(route)).toEqual(['middle', 'north']);
  });

  it('keeps a pinned stop although it takes too long, and adds none to it', () => {
    const route = planRoute(
      [stop('near', 30.28, -97.74, 50), stop('far', 32.78, -96.8, 0)],
      new Set(['far']),
      limits,
    );
    expect(keysOf(route)).toEqual(['far']);
  });

  it('never takes longer than the time, has no stop twice, and is the same each time', () => {
    fc.assert(
      fc.property(candidates({ maxLength: 30 }), someLimits, (all, task) => {
        const route = planRoute(all, nobody, task);
        expect(timeRoute(route, task).minutes).toBeLessThanOrEqual(task.minutes + 1e-6);
        expect(new Set(keysOf(route)).size).toBe(route.length);
        expect(keysOf(planRoute(all, nobody, task))).toEqual(keysOf(route));
        expect(routePoints(route, task)).toBeGreaterThanOrEqual(
          routePoints(nearestFirst(all, task), task) - 1e-6,
        );
      }),
      { numRuns: 40 },
    );
  });

  it('reaches at least 95% of the best points on average', () => {
    const shares: number[] = [];
    fc.assert(
      fc.property(candidates({ minLength: 2, maxLength: 7 }), someLimits, (all, task) => {
        const best = bestPoints(all, task);
        const found = routePoints(planRoute(all, nobody, task), task);
        expect(found).toBeLessThanOrEqual(best + 1e-6);
        if (best > 0) shares.push(found / best);
      }),
      { numRuns: 60 },
    );
    const average = shares.reduce((sum, share) => sum + share, 0) / shares.length;
    expect(shares.length).toBeGreaterThan(20);
    expect(average).toBeGreaterThanOrEqual(0.95);
  });

  it('stops at the highest number of stops', () => {
    const all = Array.from({ length: 60 }, (_, at) =>
      stop(`c${at}`, 30.27 + at * 0.001, -97.74, 10),
    );
    const route = planRoute(all, nobody, { ...limits, minutes: 3000, visitMinutes: 5 });
    expect(route).toHaveLength(maxRouteStops);
  });
});

describe('times', () => {
  it('add up drives and visits, and the way back', () => {
    const order = [stop('a', 30.37, -97.74, 1), stop('b', 30.47, -97.74, 1)];
    // A tenth of a degree of latitude is 6.909 miles, so 8.98 road miles and 15.4 minutes.
    const { stops, back, driving, minutes } = timeRoute(order, { ...limits, isRoundTrip: true });
    expect(stops.map(({ arrival }) => Math.round(arrival))).toEqual([15, 61]);
    expect([back?.minutes, driving.minutes, minutes].map((each) => Math.round(each ?? 0))).toEqual([
      31, 62, 122,
    ]);
    expect(Math.round(driving.miles)).toBe(36);
    expect(timeRoute(order, { ...limits, start: null }).stops[0]).toMatchObject({
      miles: 0,
      arrival: 0,
    });
    expect(timeRoute([], limits)).toMatchObject({ stops: [], back: null, minutes: 0 });
  });

  it('a stop is added where it adds the least driving', () => {
    const order = [stop('a', 30.37, -97.74, 1), stop('c', 30.57, -97.74, 1)];
    expect(keysOf(insertStop(order, stop('b', 30.47, -97.74, 0), limits))).toEqual(['a', 'b', 'c']);
    expect(keysOf(insertStop([], stop('b', 30.47, -97.74, 0), limits))).toEqual(['b']);
  });
});
