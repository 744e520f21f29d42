import fc from 'fast-check';
import { addDays, listWeekStartsUntil } from '#shared/core/dates.ts';
import { productKeys } from '#shared/core/products.ts';
import { defaultHealthRules, type HealthRules } from '#shared/core/scoring-rules.ts';
import type { HealthWorld } from './health-world.ts';

/** Six weeks of figures, of which the last three can be scored. */
export const loadedWeeks = listWeekStartsUntil('2026-11-08', 6);

/** Generates a day near the loaded weeks, so that some records start or end in these weeks. */
const dayNear = fc.integer({ min: -60, max: 60 }).map((days) => addDays('2026-10-20', days));
const longAgo = fc.constant('2020-01-01');
const from = fc.oneof({ weight: 4, arbitrary: longAgo }, { weight: 1, arbitrary: dayNear });
/** Generates a date or `null`. */
const said = fc.oneof({ weight: 4, arbitrary: from }, { weight: 1, arbitrary: fc.constant(null) });
const until = fc.oneof(
  { weight: 6, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: dayNear },
);
const value = fc.oneof(
  { weight: 1, arbitrary: fc.constant(0) },
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 40 }).map((n) => n / 4) },
);

const locationOf = fc.record({
  openedOn: said,
  closedOn: until,
  silent: fc.subarray([...loadedWeeks], { maxLength: 2 }),
  usage: fc.uniqueArray(
    fc.record({
      product: fc.constantFrom(...productKeys),
      week: fc.constantFrom(...loadedWeeks),
      value,
    }),
    {
      maxLength: 30,
      selector: ({ product, week }) => product + week,
    },
  ),
});
const institutionOf = fc.record({
  practiceType: fc.constantFrom('General Dentistry', 'Orthodontics', null),
  createdOn: said,
  goLiveOn: fc.oneof(
    { weight: 3, arbitrary: longAgo },
    { weight: 1, arbitrary: fc.constant(null) },
    {
      weight: 1,
      arbitrary: fc.integer({ min: 80, max: 110 }).map((days) => addDays('2026-11-14', -days)),
    },
  ),
  churnedOn: until,
  locations: fc.array(locationOf, { minLength: 1, maxLength: 3 }),
  entitlements: fc.uniqueArray(
    fc.record({ product: fc.constantFrom(...productKeys), from, to: until }),
    {
      maxLength: 12,
      selector: ({ product, from: start }) => product + start,
    },
  ),
});
export const healthWorldArbitrary: fc.Arbitrary<HealthWorld> = fc
  .array(institutionOf, { minLength: 1, maxLength: 14 })
  .map((list) => ({
    institutions: list.map((one, index) => ({
      ...one,
      id: index + 1,
      locations: one.locations.map(({ silent, ...location }, place) => ({
        ...location,
        id: (index + 1) * 10 + place,
        feed: Object.fromEntries(
          loadedWeeks
            .filter((week) => !silent.includes(week))
            .map((week) => [week, addDays(week, 6)]),
        ),
      })),
    })),
  }));
export const healthRulesArbitrary: fc.Arbitrary<HealthRules> = fc
  .record({
    minimumPeers: fc.integer({ min: 1, max: 4 }),
    weights: fc.constantFrom({}, { forms: 3, payments: 0.5 }),
  })
  .map((changes) => ({
    ...defaultHealthRules,
    ...changes,
    sizeTierFrom: { Medium: 2, Large: 3, Enterprise: 4 },
  }));
