import fc from 'fast-check';
import { expect, it } from 'vitest';
import { milesBetween } from '#shared/core/numbers/miles.ts';
import { defaultHealthRules } from '#shared/core/scoring-rules.ts';
import { sizeTiers } from '#shared/core/tiers.ts';
import type { Practice } from '#shared/institutions/institutions.ts';
import type { ComparedFact, ProspectTraits } from '#shared/prospects/evidence/evidence.ts';
import { buildReferenceIndex, listLevels } from './reference-index.ts';

const practice = (facts: Partial<Practice>): Practice => ({
  locationId: 1,
  institutionId: 1,
  institutionName: 'A',
  institutionExternalId: null,
  locationName: 'Main',
  latitude: 40,
  longitude: -75,
  isPlacedByZip: false,
  streetAddress: null,
  city: null,
  state: null,
  zip: null,
  phone: null,
  practiceType: 'Orthodontics',
  ehr: 'Dentrix',
  onlineBookingLink: null,
  healthTier: 'Healthy',
  healthScore: 80,
  inGrace: false,
  numLocations: 1,
  numProducts: 1,
  ...facts,
});

it('gives up the EHR first, then the size, then the type', () => {
  expect(listLevels({ ehr: 'dentrix', size: 'Small', type: 'x' })).toEqual([
    ['ehr', 'size', 'type'],
    ['size', 'type'],
    ['type'],
    [],
  ]);
  expect(listLevels({ ehr: 'dentrix' })).toEqual([['ehr'], []]);
  expect(listLevels({})).toEqual([[]]);
});

const practices = fc.array(
  fc
    .record({
      institutionId: fc.integer({ min: 1, max: 12 }),
      latitude: fc.option(fc.integer({ min: 300, max: 330 }).map((value) => value / 10)),
      longitude: fc.integer({ min: -1200, max: -1150 }).map((value) => value / 10),
      practiceType: fc.constantFrom('Orthodontics', 'ORTHODONTICS', 'Optometry', null),
      ehr: fc.constantFrom('Dentrix', 'Epic', null),
      numLocations: fc.constantFrom(1, 3, 30),
      healthTier: fc.constantFrom('Healthy' as const, 'Critical' as const),
    })
    .map(practice),
  { maxLength: 40 },
);
const traits = fc.record({
  sizeTier: fc.option(fc.constantFrom(...sizeTiers)),
  locations: fc.constant(null),
  practiceType: fc.option(fc.constantFrom('Orthodontics', 'Optometry')),
  ehr: fc.option(fc.constantFrom('Dentrix', 'Epic')),
});

/** Returns the expected customers by comparing all of them. */
function bruteForce(
  all: readonly Practice[],
  { sizeTier, practiceType, ehr }: ProspectTraits,
  excluded: ReadonlySet<number>,
): { level: number; miles: number }[] {
  const tierOf = (count: number) => (count >= 21 ? 'Enterprise' : count >= 2 ? 'Medium' : 'Small');
  const same: Record<ComparedFact, (each: Practice) => boolean> = {
    ehr: (each) => each.ehr === ehr,
    size: (each) => tierOf(each.numLocations) === sizeTier,
    type: (each) => each.practiceType?.toLowerCase() === practiceType?.toLowerCase(),
  };
  const levels = listLevels({
    ...(ehr === null ? {} : { ehr }),
    ...(sizeTier === null ? {} : { size: sizeTier }),
    ...(practiceType === null ? {} : { type: practiceType }),
  });
  const best = new Map<number, { level: number; miles: number }>();
  for (const each of all) {
    const { latitude, longitude, institutionId, healthTier } = each;
    if (latitude === null || longitude === null || healthTier !== 'Healthy') continue;
    if (excluded.has(institutionId)) continue;
    const level = levels.findIndex((facts) => facts.every((fact) => same[fact](each)));
    const found = { level, miles: milesBetween(-117, 31, longitude, latitude) };
    const known = best.get(institutionId);
    if (
      known === undefined ||
      level < known.level ||
      (level === known.level && found.miles < known.miles)
    )
      best.set(institutionId, found);
  }
  return [...best.values()]
    .toSorted((one, other) => one.level - other.level || one.miles - other.miles)
    .slice(0, 3);
}

it('finds the same customers as a comparison with all customers', () => {
  fc.assert(
    fc.property(
      practices,
      traits,
      fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 3 }),
      (all, wanted, left) => {
        const excluded = new Set(left);
        const index = buildReferenceIndex(all, defaultHealthRules.sizeTierFrom);
        const position = { latitude: 31, longitude: -117 };
        const found = index.findReferences(wanted, position, excluded, 3);
        const miles = found.map((each) => each.miles);
        const expected = bruteForce(all, wanted, excluded).map((each) => each.miles);
        expect(miles.length).toBe(expected.length);
        for (const [at, each] of miles.entries()) expect(each).toBeCloseTo(expected[at] ?? -1, 6);
      },
    ),
  );
});
