import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DuplicateReason, duplicateReasons } from '#shared/prospects/duplicates.ts';
import { DuplicateKeyIndex, mostSharing } from './key-index.ts';
import {
  type ComparedFacts,
  comparedName,
  type DuplicateKeys,
  duplicateKeysOf,
  isDuplicateBy,
  streetOfAddress,
  websiteHostOf,
} from './key-rules.ts';

const oak: ComparedFacts = {
  name: 'Oak Dental',
  phone: '860-321-0142',
  website: 'https://oak.example',
  street: '12 Main St',
  zip: '06103',
};
const reasonsOf = (one: Partial<ComparedFacts>, other: Partial<ComparedFacts>) =>
  duplicateReasons.filter((reason) =>
    isDuplicateBy(
      reason,
      duplicateKeysOf({ ...oak, ...one }),
      duplicateKeysOf({ ...oak, ...other }),
    ),
  );
const unlike = { name: 'Elm', phone: null, website: null, street: null };

describe('the comparison of two practices', () => {
  it.each<[Partial<ComparedFacts>, Partial<ComparedFacts>, DuplicateReason[]]>([
    [{ phone: '+1 (860) 321-0142' }, { ...unlike, phone: '8603210142' }, ['phone']],
    [{ phone: '555-0142' }, { ...unlike, phone: '555-0142' }, []],
    [{ phone: '860-555-0142' }, { ...unlike, phone: '8605550142' }, []],
    [{ phone: '860-999-9999' }, { ...unlike, phone: '860-999-9999' }, []],
    [{}, { ...unlike, name: 'The OAK Dental, D.D.S., P.L.L.C.' }, ['name']],
    [{}, { ...unlike, name: 'Oak Dental', zip: '06104' }, []],
    [{ name: 'Dr. PC' }, { ...unlike, name: 'Dr. PC' }, []],
    [{}, { ...unlike, street: '12 Main Street, Suite 4' }, ['street']],
    [{ street: '12 Main St #3' }, { ...unlike, street: '12 Main St, Ste 4' }, []],
    [{ street: 'Main St' }, { ...unlike, street: 'Main St' }, []],
    [{}, { ...unlike, website: 'http://www.OAK.example/about' }, ['website']],
    [{}, { ...unlike, website: 'oak.example', street: '9 Elm St' }, []],
    [{}, { ...unlike, website: 'oak.example', zip: '06104' }, []],
    [{ website: 'facebook.com/oak' }, { ...unlike, website: 'https://m.facebook.com/oak' }, []],
    [{ zip: null }, { ...unlike, name: 'Oak Dental', street: '12 Main St', zip: null }, []],
  ])('%j and %j have the same %j', (one, other, reasons) => {
    expect(reasonsOf(one, other)).toEqual(reasons);
  });

  it.each([
    ['J. K. Smith DMD', 'jk smith'],
    ['Zoë’s Dental LLC', 'zoes dental'],
    ['さくら歯科', 'さくら歯科'],
    ['P.C.', null],
    ['', null],
  ])('compares the name %j as %j', (name, compared) => {
    expect(comparedName(name)).toBe(compared);
  });

  it.each([
    ['https://oak.wixsite.com/home', 'oak.wixsite.com'],
    ['www.wixsite.com', null],
    ['HTTPS://WWW.Oak.Example:443/?q', 'oak.example'],
    ['oak', null],
    ['https://', null],
    ['://\u0000', null],
  ])('reads the host of %j as %j', (website, host) => {
    expect(websiteHostOf(website)).toBe(host);
  });

  it.each([
    ['12 Main St, Suite 4, Hartford, CT 06103-1234', '12 Main St, Suite 4'],
    ['Hartford, CT 06103', null],
    ['somewhere', null],
  ])('reads the street of %j as %j', (address, street) => {
    expect(streetOfAddress(address)).toBe(street);
  });
});

const keysOfFew: fc.Arbitrary<DuplicateKeys> = fc.record({
  phone: fc.constantFrom(null, 'p1', 'p2'),
  name: fc.constantFrom(null, 'n1', 'n2'),
  street: fc.constantFrom(null, 's1', 's2'),
  website: fc.constantFrom(null, 'w1'),
  unit: fc.constantFrom('', '1', '2'),
  zip: fc.constantFrom(null, '1', '2'),
});

/** Finds the duplicate of a practice by comparing it with all others. */
function duplicateAmong(all: ReadonlyMap<number, DuplicateKeys>, id: number) {
  const own = all.get(id);
  if (own === undefined) return undefined;
  for (const reason of duplicateReasons) {
    const sharing = [...all].filter(([, { [reason]: key }]) => key !== null && key === own[reason]);
    const [first] = sharing
      .filter(([other, keys]) => other !== id && isDuplicateBy(reason, own, keys))
      .map(([other]) => other)
      .sort((one, other) => one - other);
    if (sharing.length <= mostSharing && first !== undefined) return { reason, id: first };
  }
  return undefined;
}

describe('the index', () => {
  it('knows after each change which practices have another duplicate than before', () => {
    const change = fc.tuple(fc.integer({ min: 1, max: 40 }), fc.option(keysOfFew));
    fc.assert(
      fc.property(fc.array(change, { maxLength: 120 }), (changes) => {
        const index = new DuplicateKeyIndex();
        const all = new Map<number, DuplicateKeys>();
        const found = new Map<number, ReturnType<typeof duplicateAmong>>();
        for (const [id, keys] of changes) {
          const affected = new Set([id]);
          const before = index.keysOf(id);
          if (before !== undefined) index.addAffected(before, affected);
          if (keys === null) {
            index.delete(id);
            all.delete(id);
          } else {
            index.set(id, keys);
            all.set(id, keys);
            index.addAffected(keys, affected);
          }
          for (const each of affected) {
            const own = index.keysOf(each);
            found.set(each, own && index.findDuplicate(own, each));
          }
          for (const each of all.keys()) expect(found.get(each)).toEqual(duplicateAmong(all, each));
        }
      }),
      { numRuns: 60 },
    );
  });
});
