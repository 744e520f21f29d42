import { rereadStoredId } from '#server/imports/reading/places/stored-ids.ts';
import { normalizeName } from '#shared/core/text.ts';
import type { DuplicateReason } from '#shared/data-quality/issues.ts';

/**
 * Open locations of two customers that have the same phone number or street. The first customer has
 * the smaller id.
 */
export interface SharedPhoneOrStreet {
  by: 'phone' | 'street';
  one: { institutionId: number; institutionName: string; locationId: number; locationName: string };
  other: {
    institutionId: number;
    institutionName: string;
    locationId: number;
    locationName: string;
  };
}

/** Id of a customer in its source system. */
export interface SourceId {
  institutionId: number;
  institutionName: string;
  source: string;
  externalId: string;
}

/**
 * Two customers whose ids from the same source are equal after cleaning. The first customer has the
 * smaller id.
 */
export interface CustomersWithSameId {
  one: SourceId;
  other: SourceId;
}

/**
 * Returns the pairs of customers whose ids from the same source are equal after cleaning. Leaves
 * out the pairs in `apart`, which users marked as different.
 */
export function sameIdCustomerPairs(
  ids: readonly SourceId[],
  apart: readonly (readonly number[])[],
): CustomersWithSameId[] {
  const known = new Set(apart.map((pair) => pair.join(':')));
  const groups = Map.groupBy(ids, ({ source, externalId }) =>
    JSON.stringify([source, rereadStoredId(externalId)]),
  );
  return [...groups.values()].flatMap((group) => {
    const customers = [...new Map(group.map((each) => [each.institutionId, each])).values()].sort(
      (one, other) => one.institutionId - other.institutionId,
    );
    return customers
      .flatMap((one, at) => customers.slice(at + 1).map((other) => ({ one, other })))
      .filter(({ one, other }) => !known.has(`${one.institutionId}:${other.institutionId}`));
  });
}

export interface DuplicatePair {
  institutionId: number;
  otherId: number;
  likeness: DuplicateReason;
  /** Pairs of possibly identical locations, one of each customer. */
  places: { locationId: number; otherLocationId: number }[];
}

/** Words that often occur in names of unrelated practices. */
const commonWords = new Set([
  'centre',
  ...'a and at by care center clinic clinics dds dental dentist dentistry dmd dr family for group health inc llc location main md medical of office pa pc pllc practice smile smiles studio the'.split(
    ' ',
  ),
]);

function ownWords(name: string): string {
  return normalizeName(name)
    .split(' ')
    .filter((word) => !commonWords.has(word))
    .join(' ');
}

function triples(text: string): Set<string> {
  if (text === '') return new Set();
  const padded = `  ${text} `;
  return new Set(
    Array.from({ length: Math.max(0, padded.length - 2) }, (_, at) => padded.slice(at, at + 3)),
  );
}

/**
 * Returns the similarity of two names, 0–1, as the Dice coefficient of their letter triples. Common
 * words are ignored. Returns 0 when a name has only common words.
 */
export function nameSimilarity(one: string, other: string): number {
  const [first, second] = [triples(ownWords(one)), triples(ownWords(other))];
  const shared = [...first].filter((triple) => second.has(triple)).length;
  return first.size + second.size === 0 ? 0 : (2 * shared) / (first.size + second.size);
}

const similarFrom = 0.5;

const namesOf = ({ institutionName, locationName }: SharedPhoneOrStreet['one']) => [
  institutionName,
  locationName,
];
const areNamesSimilar = ({ one, other }: SharedPhoneOrStreet): boolean =>
  namesOf(one).some((first) =>
    namesOf(other).some((second) => nameSimilarity(first, second) >= similarFrom),
  );

function likenessOf(places: readonly SharedPhoneOrStreet[]): DuplicateReason | undefined {
  const similar = places.some(areNamesSimilar);
  const has = (by: SharedPhoneOrStreet['by']) => places.some((place) => place.by === by);
  if (has('street') && similar) return has('phone') ? 'Phone, street and name' : 'Street and name';
  if (has('phone')) return similar ? 'Phone and name' : 'Phone';
  return undefined;
}

/**
 * Returns the pairs of customers that may be the same customer. They have the same id, the same
 * phone number, or the same street and similar names.
 */
export function findDuplicatePairs(
  shared: readonly SharedPhoneOrStreet[],
  same: readonly CustomersWithSameId[],
): DuplicatePair[] {
  const pairOf = ({ one, other }: SharedPhoneOrStreet | CustomersWithSameId) =>
    `${one.institutionId}:${other.institutionId}`;
  const withSameId = new Map(same.map((pair) => [pairOf(pair), pair]));
  const pairs = Map.groupBy(shared, pairOf);
  for (const pair of withSameId.keys()) if (!pairs.has(pair)) pairs.set(pair, []);
  return [...pairs].flatMap(([pair, places]): DuplicatePair[] => {
    const first = withSameId.get(pair) ?? places[0];
    const likeness = withSameId.has(pair) ? 'Id' : likenessOf(places);
    if (first === undefined || likeness === undefined) return [];
    const distinct = new Map(
      places.map(({ one, other }) => [`${one.locationId}:${other.locationId}`, { one, other }]),
    );
    return [
      {
        institutionId: first.one.institutionId,
        otherId: first.other.institutionId,
        likeness,
        places: [...distinct.values()].map(({ one, other }) => ({
          locationId: one.locationId,
          otherLocationId: other.locationId,
        })),
      },
    ];
  });
}
